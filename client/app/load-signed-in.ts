import { type HouseholdPart, loadHousehold } from '#client/data/framme-data.ts';
import { signedInShell } from '#client/shell/signed-in-shell.ts';
import { loadSignedInTexts } from '#client/translations/create.ts';
import type { Translations } from '#client/translations/translations.ts';

/** Loads in parallel everything that only a signed-in parent needs. Returns the code that opens the household. */
export async function loadSignedIn(translations: Promise<Translations>): Promise<HouseholdPart> {
  const [household] = await Promise.all([
    loadHousehold(),
    loadSignedInTexts(translations),
    signedInShell.load(),
  ]);
  return household;
}
