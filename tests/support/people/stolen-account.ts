import { calls } from '#domain/protocol/calls.ts';
import { startAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { postJson } from '#tests/support/server/http.ts';
import { codeIn, secretIn } from '#tests/support/server/mail-server.ts';
import { anotherDevice } from './devices.ts';
import { PASSWORD, registerHousehold } from './household.ts';
import { addPasskey, bodyOf, makeCodes, postCall } from './passkey-family.ts';
import { CHOSEN, press } from './planted-account.ts';

export const DAY = 24 * 60 * 60_000;
export const THIEF = 'tjuv@example.org';
export const THIEFS = 'tjuvens-lösen-🚲';

/**
 * A family with a verified address, a passkey from `days` ago, which is required if `strict`, and a thief in a session of it
 * who knows the password.
 */
export async function startWithThief(
  { verified = true, days = 8, strict = false } = {},
  start?: Parameters<typeof startAppWithMail>[1],
) {
  const here = await startAppWithMail({}, start);
  const { app, waitForMail } = here;
  const family = await registerHousehold(app.url);
  const { email, uid } = family.account;
  if (verified) await app.store.verifyEmail(uid, email, new Date().toISOString());
  const { passkey } = await addPasskey(family);
  const thief = await anotherDevice(family);
  if (strict) {
    await makeCodes(thief);
    bodyOf(await postCall(thief, 'requirePasskey', { required: true }));
  }
  app.clock.ahead = days * DAY;
  const proveAs = async (password: string) => bodyOf(await postCall(thief, 'reauthenticate', { password }));
  /** Changes the address within the thief's session; `count` counts the changes. */
  const steal = async (to: string, password: string, count = 1) => {
    await proveAs(password);
    bodyOf(await postCall(thief, 'changeEmail', { email: to }));
    const code = codeIn(await waitForMail('newAddress', count));
    bodyOf(await postCall(thief, 'confirmCode', { code }));
  };
  /** Replaces the password within the thief's session. */
  const replacePassword = async (from: string, password: string) => {
    await proveAs(from);
    bodyOf(await postCall(thief, 'changePassword', { password }));
  };
  /** Returns the secret of the link that undoes the change. */
  const undoToken = async () => secretIn(await waitForMail('addressChanged'));
  const undo = (token: string, former = PASSWORD, keep?: string[]) =>
    press(app.url, 'undoEmailChange', { token, password: CHOSEN, former, ...(keep && { keep }) });
  return {
    ...here,
    url: app.url,
    family,
    email,
    passkey,
    thief,
    proveAs,
    steal,
    replacePassword,
    undoToken,
    undo,
  };
}

export const logIn = async (url: string, email: string, password: string) =>
  (await postJson(url, calls.logIn.path, { email, password })).status;
