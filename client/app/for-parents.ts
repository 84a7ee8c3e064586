import type { i18n } from 'i18next';
import { loadHousehold } from '#client/data/create.ts';
import type { HouseholdPart } from '#client/data/current.ts';
import { loadParentTexts } from '#client/translations/create.ts';
import { frame } from './frame.ts';

/** All that only a signed-in parent needs, fetched side by side. Out: what opens the household. */
export async function fetchForParents(translations: Promise<i18n>): Promise<HouseholdPart> {
  const [household] = await Promise.all([loadHousehold(), loadParentTexts(translations), frame.fetch()]);
  return household;
}
