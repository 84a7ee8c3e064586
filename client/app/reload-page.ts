import { scriptIsBack } from '#client/data/script-is-back.ts';
import { loadNewestPage } from '#client/shell/use-reload.ts';

/**
 * Reloads the page if the script that failed can be fetched, but not from here. Unless `isAsked`, not if something typed
 * would be lost, nor twice in a row.
 */
export async function reloadPage(error: unknown, isAsked: boolean): Promise<void> {
  if ((isAsked || !(wasReloaded() || holdsInput())) && (await scriptIsBack(error))) await loadNewestPage();
}

function wasReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
}

/** True if the page would have the browser ask before it is left, or something was typed before the app started. */
function holdsInput(): boolean {
  const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[];
  return (
    fields.some(({ value, defaultValue }) => value !== defaultValue) ||
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  );
}
