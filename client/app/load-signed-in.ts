import type { i18n } from 'i18next';
import { loadHousehold } from '#client/data/framme-data.ts';
import type { HouseholdPart } from '#client/data/open-household.ts';
import { frame } from '#client/shell/signed-in-shell.ts';
import { loadParentTexts } from '#client/translations/create.ts';

/** All that only a signed-in parent needs, fetched side by side. Out: what opens the household. */
export async function fetchForParents(translations: Promise<i18n>): Promise<HouseholdPart> {
  const [household] = await Promise.all([loadHousehold(), loadParentTexts(translations), frame.fetch()]);
  return household;
}
