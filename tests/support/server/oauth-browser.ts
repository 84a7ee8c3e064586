import type { Id } from '#domain/ids.ts';
import type { Language } from '#domain/language.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { calls } from '#domain/protocol/calls.ts';
import type { FlowPurpose } from '#domain/protocol/provider-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';

interface Reply {
  status: number;
  /** The target of a redirect, else ''. */
  location: string;
  body: unknown;
}

interface FlowOptions {
  purpose?: FlowPurpose;
  from?: string;
  open?: 'in' | 'out';
  language?: Language;
  invitation?: string;
}

/** A browser with its own cookies that runs an OAuth authorization flow, a step at a time. */
export class OAuthBrowser {
  readonly url: string;
  readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  /** A browser that has the session of a phone. */
  static signedIn({ url, cookie }: { url: string; cookie: string }): OAuthBrowser {
    const browser = new OAuthBrowser(url);
    browser.cookies.set('framme', cookie.split('=')[1] ?? '');
    return browser;
  }

  /** The header of a request that has all its cookies. */
  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }

  /** Sends one request without following redirects. */
  async request(address: string, message?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const { cookie } = this;
    const own = address.startsWith(this.url) && cookie !== '' ? { cookie } : {};
    const post = message === undefined ? {} : { origin: this.url, 'content-type': 'application/json' };
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { ...own, ...post, ...headers },
      ...(message === undefined ? {} : { method: 'POST', body: JSON.stringify(message) }),
    });
    if (address.startsWith(this.url)) this.#storeCookies(response.headers.getSetCookie());
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const location = response.headers.get('location') ?? '';
    return { status: response.status, location, body: isJson ? JSON.parse(text) : text };
  }

  post(path: string, message: unknown): Promise<Reply> {
    return this.request(this.url + path, message);
  }

  /** Requests the authorization URL from our server. */
  startFlow(provider: ProviderId, { purpose = 'sign-in', ...rest }: FlowOptions = {}): Promise<Reply> {
    return this.post(calls.startProvider.path, { provider, purpose, ...rest });
  }

  /** Starts the flow and visits the provider. Returns the callback URL that it redirects to. */
  async authorize(provider: ProviderId, options: FlowOptions = {}): Promise<string> {
    const { status, body } = await this.startFlow(provider, options);
    const { url } = body as { url?: string };
    if (status !== 200 || !url) throw new Error(`start answered ${status}: ${JSON.stringify(body)}`);
    return (await this.request(url)).location;
  }

  /** Runs the whole flow. Returns the page that our server redirects to. */
  async completeFlow(provider: ProviderId, options: FlowOptions = {}): Promise<string> {
    const { status, location } = await this.request(await this.authorize(provider, options));
    if (status !== 303) throw new Error(`the callback answered ${status}`);
    return location;
  }

  async whoAmI(): Promise<Account | null> {
    const { body } = await this.request(this.url + calls.whoAmI.path);
    return (body as { account: Account | null }).account;
  }

  async uid(): Promise<Id | undefined> {
    return (await this.whoAmI())?.uid;
  }

  #storeCookies(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
