import { type Account, type CallName, calls, EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { done, reauthenticate } from '#tests/support/people/two-parents.ts';
import { sampleOf } from '#tests/support/sample-message.ts';
import { type Probe, type Stranger, send } from './probe.ts';

/** Calls that have probes of their own. */
const PROBED_ELSEWHERE: readonly CallName[] = ['register', 'logIn', 'logOut', 'whoAmI', 'sync'];

/** Returns probes of all account calls. Each uses a re-authenticated family that no earlier call has ended; none is the owner. */
export function accountProbes({ url, account }: { url: string; account: Account }): Probe[] {
  const asked = (Object.keys(calls) as CallName[]).filter((name) => !PROBED_ELSEWHERE.includes(name));
  const families = new OwnFamilies(url);
  const probesOfCalls = asked.map((name): Probe => {
    const { method, path, request } = calls[name];
    const message = method === 'GET' ? undefined : withIdsOf(account, sampleOf(request));
    return async (stranger) => send(url, path, await families.of(stranger), message);
  });
  const exports = Object.values(EXPORT_PATHS).map(
    (path): Probe =>
      (stranger) =>
        send(url, `${path}?household=${account.household}&uid=${account.uid}`, stranger),
  );
  return [...probesOfCalls, ...exports];
}

/** Families of strangers. To register and re-authenticate a new one for each call took most of a round, which hashes passwords. */
class OwnFamilies {
  readonly #url: string;
  #last: HouseholdOnPhone | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async of(stranger: Stranger): Promise<Stranger> {
    // Whoever asked to join or to follow is one account, and none of these calls ends it.
    if (!stranger.household || stranger.invite || stranger.follows) return stranger;
    if (!this.#last || !(await done(this.#last, 'whoAmI', {})).account) {
      this.#last = await registerHousehold(this.#url);
      // Re-authenticated, else a call is refused before it looks at the ids.
      await reauthenticate(this.#last);
    }
    const { cookie, account } = this.#last;
    return { cookie, household: account.household };
  }
}

/** Adds the owner's ids wherever they might be taken to choose the account. */
function withIdsOf({ uid, household, email }: Account, message: unknown): unknown {
  return { ...(message as object), uid, household, ...(hasEmail(message) ? { email } : {}) };
}

function hasEmail(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'email' in message;
}
