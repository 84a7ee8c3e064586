import { calls } from '#domain/protocol/calls.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
import type { AppWithMail } from '#tests/support/server/app-with-mail.ts';
import { postJson } from '#tests/support/server/http.ts';
import { codeIn, secretIn } from '#tests/support/server/mail-server.ts';
import { anotherDevice } from './devices.ts';
import { newId, PASSWORD, registerHousehold } from './household.ts';
import { addPasskey, bodyOf, makeCodes, postCall } from './passkey-family.ts';
import { CHOSEN, press } from './planted-account.ts';

export const THIEFS = 'tjuvens-lösen-🚲';

export const newAddress = () => `${newId()}@example.org`;

/**
 * A family with a verified address, a passkey from `days` ago, which is required if `strict`, and a thief in a session of it
 * who knows the password.
 */
export async function familyWithThief(
  { app, mailTo }: AppWithMail,
  { verified = true, days = 8, strict = false } = {},
) {
  const { url } = app;
  const family = await registerHousehold(url);
  const { email, uid } = family.account;
  if (verified) await app.store.verifyEmail(uid, email, isoTime(app.clock.now()));
  const { passkey } = await addPasskey(family);
  const thief = await anotherDevice(family);
  if (strict) {
    await makeCodes(thief);
    bodyOf(await postCall(thief, 'requirePasskey', { required: true }));
  }
  app.clock.ahead += days * DAY_MS;
  const proveAs = async (password: string) => bodyOf(await postCall(thief, 'reauthenticate', { password }));
  const changes: string[] = [];
  /** Changes the address within the thief's session. */
  const steal = async (to: string, password = PASSWORD) => {
    changes.push(to);
    await proveAs(password);
    bodyOf(await postCall(thief, 'changeEmail', { email: to }));
    const count = changes.filter((one) => one === to).length;
    const code = codeIn(await mailTo(to, 'newAddress', count));
    bodyOf(await postCall(thief, 'confirmCode', { code }));
  };
  /** Replaces the password within the thief's session. */
  const replacePassword = async (from: string, password: string) => {
    await proveAs(from);
    bodyOf(await postCall(thief, 'changePassword', { password }));
  };
  /** The secret of the link that undoes the change away from an address, the last of so many. */
  const undoToken = async (from = email, count = 1) => secretIn(await mailTo(from, 'addressChanged', count));
  const undo = (token: string, former = PASSWORD, keep?: string[]) =>
    press(url, 'undoEmailChange', { token, password: CHOSEN, former, ...(keep && { keep }) });
  const own = { url, family, email, passkey, thief, theirs: newAddress() };
  return { app, mailTo, ...own, proveAs, steal, replacePassword, undoToken, undo };
}

export const logIn = async (url: string, email: string, password: string) =>
  (await postJson(url, calls.logIn.path, { email, password })).status;
