import { useEffect, useRef } from 'react';
import { useAuth } from '#client/session/auth.tsx';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useLanguage } from '#client/translations/use-language.ts';
import type { Language } from '#domain/fields.ts';

/**
 * Applies a profile's language at sign-in and whenever it is changed, here or on another phone. At the start the
 * device's own detection stands: it remembers the last choice, and an address may ask for another.
 */
export function useProfileLanguage(): void {
  const household = useHouseholdIfAny();
  const wanted = useAuth().profile?.language;
  const { chooseLanguage } = useLanguage();
  const known = useRef<{ household: typeof household; isStart: boolean; language?: Language }>({
    household,
    isStart: true,
  });
  useEffect(() => {
    if (known.current.household !== household) known.current = { household, isStart: false };
    const { isStart, language } = known.current;
    if (wanted === undefined || wanted === language) return;
    known.current.language = wanted;
    if (isStart && language === undefined) return;
    chooseLanguage(wanted).catch(console.error);
  }, [household, wanted, chooseLanguage]);
}
