import type { Environment } from '#client/data/environment.ts';

/** Leader election among the tabs, by a lock of this name; without locks every tab leads. */
export function leaderElection({ locks }: Pick<Environment, 'locks'>, name: string) {
  let isLeading = false;
  let waiting: Promise<boolean> | undefined;
  let resign = () => {};

  const wait = (queue: NonNullable<Environment['locks']>): Promise<boolean> => {
    const aborting = new AbortController();
    const resigned = new Promise<void>((resolve) => {
      resign = () => {
        aborting.abort();
        resolve();
      };
    });
    return new Promise((resolve) => {
      const lead = () => {
        isLeading = !aborting.signal.aborted;
        resolve(isLeading);
        return resigned;
      };
      queue.request(name, { signal: aborting.signal }, lead).catch(() => resolve(false));
    });
  };

  return {
    get isLeader() {
      return isLeading || !locks;
    },
    /** Resolves to true once this tab leads, to false if it resigned meanwhile or waits already. */
    async elect(): Promise<boolean> {
      if (!locks || waiting) return false;
      const mine = wait(locks);
      waiting = mine;
      const isMine = await mine;
      if (!isMine && waiting === mine) waiting = undefined;
      return isMine;
    },
    resign() {
      isLeading = false;
      waiting = undefined;
      resign();
      resign = () => {};
    },
  };
}
