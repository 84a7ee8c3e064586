import type { HeldAccounts } from '#client/data/device/held-accounts.ts';
import type { SignOut } from '#client/data/device/sign-out.ts';
import type { StoredSession } from '#client/data/device/stored-session.ts';
import { call } from '#client/data/wire/server-calls.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Channel, Environment } from './environment.ts';
import type { OpenHousehold } from './open-household.ts';
import type { SerialQueue } from './serial-queue.ts';

interface Deps {
  environment: Environment;
  storedSession: StoredSession;
  held: HeldAccounts;
  open: OpenHousehold;
  enqueue: SerialQueue;
  signOut: SignOut;
  channel: Channel | undefined;
  onStart(): void;
}

/** Opens the household of a session that has started, in all tabs. */
export class SessionStart {
  readonly #deps: Deps;
  /** True once the session of the cookie is known; if nobody is signed in, until somebody signs out. */
  isKnown = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async start(account: Account): Promise<void> {
    const { storedSession, held, open, channel, onStart } = this.#deps;
    held.note(account);
    storedSession.set('account', account);
    this.isKnown = true;
    onStart();
    // If the household's code cannot be fetched now, the next wake tries again.
    await open.reopen().finally(() => {
      channel?.post();
      void held.sweep({ asks: true });
    });
  }

  /** Adopts a session cookie without a stored session. With one, the account's own sync checks the cookie. */
  async check(): Promise<void> {
    const { environment, open, enqueue, signOut } = this.#deps;
    if (this.isKnown || open.account) return;
    await enqueue(async () => {
      await signOut.finish();
      const { account } = await call(environment, 'whoAmI', {});
      this.isKnown = true;
      if (account && !open.account) await this.start(account);
    }).catch(() => undefined);
  }
}
