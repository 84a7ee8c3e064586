import type { FrammeData } from '#client/data/port.ts';
import { Phone as AnyPhone } from './phone.ts';

/** A phone in front of a real server: its databases, localStorage and cookies outlive its pages. */
export interface Phone extends AnyPhone {
  readonly cookies: Map<string, string>;
  url: string;
  /** If set, it is called and the reply to the next request with commands is lost. */
  loseReply?: (() => Promise<void>) | undefined;
}

export function newPhone(): Phone {
  const phone: Phone = Object.assign(
    new AnyPhone({
      now: Date.now,
      listen: () => () => undefined,
      answer: (_jar, path, body) => ask(phone, path, body),
    }),
    { cookies: new Map<string, string>(), url: '', hasLocks: false },
  );
  return phone;
}

/** Opens the app's data library like a page, against a real server at `url`. */
export function openPage(phone: Phone, url: string): FrammeData {
  phone.url = url;
  return phone.openTab().data;
}

async function ask(phone: Phone, path: string, message: unknown) {
  const { cookies, url } = phone;
  const headers = {
    ...(message !== undefined && { 'content-type': 'application/json' }),
    origin: url,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
  const sent = message === undefined ? {} : { method: 'POST', body: JSON.stringify(message) };
  const response = await fetch(url + path, { ...sent, headers });
  const body: unknown = await response.json();
  if (phone.loseReply && sent.body?.includes('"tappedAt"')) {
    const lose = phone.loseReply;
    phone.loseReply = undefined;
    await lose();
    throw new TypeError('the connection was reset');
  }
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value) cookies.set(name, value);
    else cookies.delete(name);
  }
  return { status: response.status, body };
}
