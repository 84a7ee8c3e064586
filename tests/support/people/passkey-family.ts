import type { CallReply } from '#domain/protocol/calls.ts';
import { calls } from '#domain/protocol/calls.ts';
import type { Passkeys } from '#domain/protocol/passkeys.ts';
import { type Answer, codeOf, get, postJson } from '#tests/support/server/http.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from './household.ts';
import { SoftPasskey, type Tampering } from './soft-passkey.ts';

/** Bodies of replies. */
export type CreationReply = CallReply<'passkeyOptions'>;
export type RequestReply = CallReply<'passkeySignInOptions'>;

/** A browser that has a session. */
interface Browser {
  url: string;
  cookie: string;
}

/** Sends a call with a session cookie. */
export function postCall(
  { url, cookie }: { url: string; cookie?: string | undefined },
  name: keyof typeof calls,
  message: unknown = {},
): Promise<Answer> {
  return postJson(url, calls[name].path, message, { cookie: cookie ?? '' });
}

/** Returns the body of a 200; throws otherwise. */
export function bodyOf<T>(answer: Answer): T {
  if (answer.status !== 200) throw new Error(`${answer.status} ${codeOf(answer)}`);
  return answer.body as T;
}

export async function listPasskeys({ url, cookie }: Browser): Promise<Passkeys> {
  return bodyOf<Passkeys>(await get(url, calls.listPasskeys.path, { cookie }));
}

/** Creates a passkey and adds it to the account. */
export async function addPasskey(family: Browser, passkey = new SoftPasskey(family.url)) {
  const { options } = bodyOf<CreationReply>(await postCall(family, 'passkeyOptions'));
  const kept = bodyOf<Passkeys>(await postCall(family, 'addPasskey', { response: passkey.make(options) }));
  return { passkey, kept };
}

export async function makeCodes(family: Browser): Promise<string[]> {
  return bodyOf<{ codes: string[] }>(await postCall(family, 'renewRecoveryCodes')).codes;
}

/**
 * Registers a family that requires a passkey, with one passkey and ten recovery codes. `settle` runs before
 * that.
 */
export async function strictFamily(
  url: string,
  name?: string,
  settle?: (family: HouseholdOnPhone) => Promise<unknown>,
) {
  const family = await registerHousehold(url, name);
  await settle?.(family);
  const { passkey } = await addPasskey(family);
  const codes = await makeCodes(family);
  bodyOf(await postCall(family, 'requirePasskey', { required: true }));
  return { family, passkey, codes };
}

/** Logs in by password. Returns the browser with the pending second factor. */
export async function passFirstFactor({ url, account: { email } }: HouseholdOnPhone) {
  const answer = await postJson(url, calls.logIn.path, { email, password: PASSWORD });
  return { url, cookie: answer.cookie, answer };
}

/** Requests the options of a passkey sign-in. */
export async function requestSignInOptions(url: string) {
  const answer = await postCall({ url }, 'passkeySignInOptions');
  return { url, cookie: answer.cookie, options: bodyOf<RequestReply>(answer).options };
}

/** Signs in by passkey alone. */
export async function signInWith(url: string, passkey: SoftPasskey, tampering?: Tampering): Promise<Answer> {
  const browser = await requestSignInOptions(url);
  return postCall(browser, 'signInWithPasskey', { response: passkey.use(browser.options, tampering) });
}
