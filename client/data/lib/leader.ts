import type { Environment } from '#client/data/environment.ts';

/** Leads until it leaves, one tab of many; where the browser has no locks, every tab does. */
export function leadership({ locks }: Pick<Environment, 'locks'>, name: string) {
  let isLeading = false;
  let waiting: Promise<boolean> | undefined;
  let giveUp = () => {};

  const wait = (queue: NonNullable<Environment['locks']>): Promise<boolean> => {
    const patience = new AbortController();
    const left = new Promise<void>((resolve) => {
      giveUp = () => {
        patience.abort();
        resolve();
      };
    });
    return new Promise((resolve) => {
      const lead = () => {
        isLeading = !patience.signal.aborted;
        resolve(isLeading);
        return left;
      };
      queue.request(name, { signal: patience.signal }, lead).catch(() => resolve(false));
    });
  };

  return {
    get now() {
      return isLeading || !locks;
    },
    /** Resolves with true once this tab leads, and with false where it left meanwhile or waits already. */
    async take(): Promise<boolean> {
      if (!locks || waiting) return false;
      const mine = wait(locks);
      waiting = mine;
      const isMine = await mine;
      if (!isMine && waiting === mine) waiting = undefined;
      return isMine;
    },
    leave() {
      isLeading = false;
      waiting = undefined;
      giveUp();
      giveUp = () => {};
    },
  };
}
