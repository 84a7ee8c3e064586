import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHouseholdIfAny } from '#client/app/household.ts';
import { useLanguage } from '#client/translations/use-language.ts';
import { attempt, type Failure } from '#client/ui/attempt.ts';
import { useToast } from '#client/ui/toast.tsx';
import { type Fields, useFields } from '#client/ui/use-fields.ts';
import { focusField } from '#client/ui/use-sending.ts';
import type { Profile } from '#domain/documents.ts';
import type { Language } from '#domain/fields.ts';
import { type ProfileField, profileSchemas } from './profile-schemas.ts';

export interface SavingProfile {
  typed: Fields<ProfileField>;
  notifications: boolean;
  setNotifications(on: boolean): void;
  language: Language;
  setLanguage(language: Language): void;
  failure: Failure | undefined;
  isBusy: boolean;
  save(): Promise<void>;
}

/** Keeps what is typed in the profile, and saves it; the language then changes on screen too. */
export function useSavingProfile(profile: Profile, form: string): SavingProfile {
  const household = useHouseholdIfAny();
  const succeed = useSaved();
  const { firstName, lastName, phone = '' } = profile;
  const typed = useFields(profileSchemas, { firstName, lastName, phone });
  const [notifications, setNotifications] = useState(profile.notifications);
  const [language, setLanguage] = useState(profile.language);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setFailure(undefined);
    const wrong = typed.check();
    if (wrong) return focusField(form, wrong);
    setBusy(true);
    const { phone: number, ...names } = typed.values;
    const args = { ...names, phone: number.trim(), notifications, language };
    const failed = await attempt(() => household?.run('updateProfile', args));
    setBusy(false);
    setFailure(failed);
    if (failed === undefined) await succeed(language);
  };
  return { typed, notifications, setNotifications, language, setLanguage, failure, isBusy, save };
}

/** Says so in the language that was chosen. */
function useSaved(): (language: Language) => Promise<void> {
  const { i18n } = useTranslation();
  const { chooseLanguage } = useLanguage();
  const toast = useToast();
  return async (language) => {
    await chooseLanguage(language);
    toast({ text: i18n.t(($) => $.profile.saved) });
  };
}
