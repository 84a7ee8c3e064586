import { type Account, type CallName, calls } from '#domain/protocol/calls.ts';
import { EXPORT_PATHS } from '#domain/protocol/export-paths.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { sampleOf } from '#tests/support/sample-message.ts';
import { ask, type Probe, type Stranger } from './probe.ts';

/** Calls of which the message above matters, or that are asked by the probes of their own. */
const ELSEWHERE: readonly CallName[] = ['register', 'logIn', 'logOut', 'whoAmI', 'sync'];

/** In: the owner. Out: the calls about an account, each from a family of its own: some of them end it, but never the owner's. */
export function accountProbes({ url, account }: { url: string; account: Account }): Probe[] {
  const asked = (Object.keys(calls) as CallName[]).filter((name) => !ELSEWHERE.includes(name));
  const probesOfCalls = asked.map((name): Probe => {
    const { method, path, request } = calls[name];
    const message = method === 'GET' ? undefined : aimedAt(account, sampleOf(request));
    return async (stranger) => ask(url, path, await ownFamily(url, stranger), message);
  });
  const exports = Object.values(EXPORT_PATHS).map(
    (path): Probe =>
      (stranger) =>
        ask(url, `${path}?household=${account.household}&uid=${account.uid}`, stranger),
  );
  return [...probesOfCalls, ...exports];
}

async function ownFamily(url: string, stranger: Stranger): Promise<Stranger> {
  if (!stranger.household) return stranger;
  const family = await registerHousehold(url);
  // Else a call that asks for the password again would never come to look at whom it is about.
  await family.post(calls.prove.path, { password: PASSWORD });
  return { cookie: family.cookie, household: family.account.household };
}

/** The message with the owner's ids wherever one may think that they choose whom it is about. */
function aimedAt({ uid, household, email }: Account, message: unknown): unknown {
  return { ...(message as object), uid, household, ...(hasEmail(message) ? { email } : {}) };
}

function hasEmail(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'email' in message;
}
