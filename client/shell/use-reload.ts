import { useState } from 'react';

/** Returns a function that reloads the page in the newest version; the page goes away in a moment. */
export function useReload(): { reload: () => void; isReloading: boolean } {
  const [isReloading, setReloading] = useState(false);
  const reload = () => {
    setReloading(true);
    void loadNewestPage();
  };
  return { reload, isReloading };
}

/** Reloads the page in the newest version. */
export async function loadNewestPage(): Promise<void> {
  const { loadNewest } = await import('#client/worker/load-newest.ts').catch(() => ({
    loadNewest: () => window.location.reload(),
  }));
  await loadNewest();
}
