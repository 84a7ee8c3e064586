import type { i18n } from 'i18next';
import { type HouseholdPart, loadHousehold } from '#client/data/framme-data.ts';
import { signedInShell } from '#client/shell/signed-in-shell.ts';
import { loadSignedInTexts } from '#client/translations/create.ts';

/** Loads in parallel everything that only a signed-in parent needs. Returns the code that opens the household. */
export async function loadSignedIn(translations: Promise<i18n>): Promise<HouseholdPart> {
  const [household] = await Promise.all([
    loadHousehold(),
    loadSignedInTexts(translations),
    signedInShell.load(),
  ]);
  return household;
}
