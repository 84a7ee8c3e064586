import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { calls } from '#domain/protocol/calls.ts';
import type { Errand } from '#domain/protocol/provider-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';

interface Landed {
  status: number;
  /** Where it leads, or '' where it leads nowhere. */
  place: string;
  body: unknown;
}

interface Setting {
  errand?: Errand;
  from?: string;
  open?: 'in' | 'out';
  language?: 'sv' | 'en';
}

/** A browser with its own cookies that goes to a provider and comes back, a step at a time. */
export class Traveller {
  readonly url: string;
  readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  /** One request; redirects are not followed. */
  async go(address: string, message?: unknown, headers: Record<string, string> = {}): Promise<Landed> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const own = address.startsWith(this.url) && cookie !== '' ? { cookie } : {};
    const post = message === undefined ? {} : { origin: this.url, 'content-type': 'application/json' };
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { ...own, ...post, ...headers },
      ...(message === undefined ? {} : { method: 'POST', body: JSON.stringify(message) }),
    });
    if (address.startsWith(this.url)) this.#keep(response.headers.getSetCookie());
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    const place = response.headers.get('location') ?? '';
    return { status: response.status, place, body: isJson ? JSON.parse(text) : text };
  }

  post(path: string, message: unknown): Promise<Landed> {
    return this.go(this.url + path, message);
  }

  /** Asks our server for the provider's address. */
  start(provider: ProviderId, { errand = 'sign-in', ...rest }: Setting = {}): Promise<Landed> {
    return this.post(calls.startProvider.path, { provider, errand, ...rest });
  }

  /** Goes to the provider. Out: the address that it sends back to. */
  async visit(provider: ProviderId, setting: Setting = {}): Promise<string> {
    const { status, body } = await this.start(provider, setting);
    const { url } = body as { url?: string };
    if (status !== 200 || !url) throw new Error(`start answered ${status}: ${JSON.stringify(body)}`);
    return (await this.go(url)).place;
  }

  /** All the way there and back. Out: the page that our server leads to. */
  async travel(provider: ProviderId, setting: Setting = {}): Promise<string> {
    const { status, place } = await this.go(await this.visit(provider, setting));
    if (status !== 303) throw new Error(`the callback answered ${status}`);
    return place;
  }

  async whoAmI(): Promise<Account | null> {
    const { body } = await this.go(this.url + calls.whoAmI.path);
    return (body as { account: Account | null }).account;
  }

  async uid(): Promise<Id | undefined> {
    return (await this.whoAmI())?.uid;
  }

  #keep(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
