import { useState } from 'react';
import { scriptIsBack } from '#client/data/errors.ts';
import { wasReloaded } from '#client/lib/this-page.ts';

export function useReload(): { reload: () => void; isReloading: boolean } {
  const [isReloading, setReloading] = useState(false);
  const reload = () => {
    setReloading(true);
    void loadNewestPage();
  };
  return { reload, isReloading };
}

/**
 * Reloads if the failed script can be fetched again. Without `isAsked`, never loses input nor reloads twice
 * in a row.
 */
export async function reloadPage(error: unknown, isAsked: boolean): Promise<void> {
  if ((isAsked || !(wasReloaded() || holdsInput())) && (await scriptIsBack(error))) await loadNewestPage();
}

async function loadNewestPage(): Promise<void> {
  const { loadNewest } = await import('#client/worker/load-newest.ts').catch(() => ({
    loadNewest: () => window.location.reload(),
  }));
  await loadNewest();
}

/** Typed before the app started, or the page objects to being left. */
export function holdsInput(): boolean {
  const fields = [
    ...document.querySelectorAll('input:not([type=checkbox], [type=radio]), textarea'),
  ] as HTMLInputElement[];
  return (
    fields.some(({ value, defaultValue }) => value !== defaultValue) ||
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  );
}
