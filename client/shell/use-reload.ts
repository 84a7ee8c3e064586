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

export function wasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
}

/** True if the page would have the browser ask before it is left, or something was typed before the app started. */
export function holdsInput(): boolean {
  const fields = [
    ...document.querySelectorAll('input:not([type=checkbox], [type=radio]), textarea'),
  ] as HTMLInputElement[];
  return (
    fields.some(({ value, defaultValue }) => value !== defaultValue) ||
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  );
}
