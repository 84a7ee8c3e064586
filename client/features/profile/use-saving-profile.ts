import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusField } from '#client/forms/focus-field.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import { type Fields, useFields } from '#client/forms/use-fields.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useLanguage } from '#client/translations/use-language.ts';
import { useToast } from '#client/ui/feedback/toast.tsx';
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

/** What a parent can choose beside the fields. */
type Choices = Partial<Pick<Profile, 'notifications' | 'language'>>;

/**
 * Keeps what the parent changes in the profile, and saves that alone: what they left is shown as it is now, and another
 * phone's change of it stays. A language chosen here then changes on screen too.
 */
export function useSavingProfile(profile: Profile, form: string): SavingProfile {
  const household = useHouseholdIfAny();
  const succeed = useSaved();
  const { firstName, lastName, phone = '', notifications, language } = profile;
  const typed = useFields(profileSchemas, { firstName, lastName, phone });
  const [chosen, setChosen] = useState<Choices>({});
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setFailure(undefined);
    const wrong = typed.check();
    if (wrong) return focusField(form, wrong);
    setBusy(true);
    const { failure: failed } = await runCommand(() =>
      household?.run('updateProfile', { ...trimmed(typed.changed), ...chosen }),
    );
    setBusy(false);
    setFailure(failed);
    if (failed !== undefined) return;
    typed.reset();
    setChosen({});
    await succeed(chosen.language);
  };
  return {
    typed,
    notifications: chosen.notifications ?? notifications,
    setNotifications: (on) => setChosen((known) => ({ ...known, notifications: on })),
    language: chosen.language ?? language,
    setLanguage: (wanted) => setChosen((known) => ({ ...known, language: wanted })),
    failure,
    isBusy,
    save,
  };
}

/** A phone of blanks alone is none. */
function trimmed(changed: Partial<Record<ProfileField, string>>): Partial<Record<ProfileField, string>> {
  return changed.phone === undefined ? changed : { ...changed, phone: changed.phone.trim() };
}

/** Says so, in the language that was chosen where one was. */
function useSaved(): (language: Language | undefined) => Promise<void> {
  const { i18n } = useTranslation();
  const { chooseLanguage } = useLanguage();
  const toast = useToast();
  return async (language) => {
    if (language) await chooseLanguage(language);
    toast({ text: i18n.t(($) => $.profile.saved) });
  };
}
