import { useEffect, useRef } from 'react';
import { useAuth } from '#client/session/auth.tsx';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useLanguage } from '#client/translations/use-language.ts';
import type { Language } from '#domain/language.ts';

/**
 * Applies the profile's language at sign-in and whenever it changes, here or on another phone. At page load the detected
 * language has precedence: it follows the last choice on this device, or the URL.
 */
export function useProfileLanguage(): void {
  const household = useHouseholdIfAny();
  const profileLanguage = useAuth().profile?.language;
  const { chooseLanguage } = useLanguage();
  const applied = useRef<{ household: typeof household; isPageLoad: boolean; language?: Language }>({
    household,
    isPageLoad: true,
  });
  useEffect(() => {
    if (applied.current.household !== household) applied.current = { household, isPageLoad: false };
    const { isPageLoad, language } = applied.current;
    if (profileLanguage === undefined || profileLanguage === language) return;
    applied.current.language = profileLanguage;
    if (isPageLoad && language === undefined) return;
    chooseLanguage(profileLanguage).catch(console.error);
  }, [household, profileLanguage, chooseLanguage]);
}
