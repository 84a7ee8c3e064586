import { useState } from 'react';
import type * as v from 'valibot';
import { type Failure, useCommand } from '#client/forms/run-command.ts';
import { type Fields, focusField, useFields } from '#client/forms/use-fields.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useChooseLanguage } from '#client/session/use-choose-language.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import type { Profile } from '#domain/documents.ts';
import { emptyOr, nameSchema, phoneSchema } from '#domain/fields.ts';
import type { Id } from '#domain/ids.ts';
import type { Language } from '#domain/language.ts';

export interface ProfileFormState {
  typed: Fields<ProfileField>;
  notifications: boolean;
  setNotifications(on: boolean): void;
  language: Language;
  setLanguage(language: Language): void;
  failure: Failure | undefined;
  isBusy: boolean;
  save(): Promise<void>;
}

/** The choices beside the text fields. */
type Choices = Partial<Pick<Profile, 'notifications' | 'language'>>;

/**
 * Keeps the parent's changes of the profile and saves only those: unchanged fields follow the profile, so that another
 * device's change of them is not overwritten. Saving a new language also changes the language on screen. `form` is the id
 * of the form element.
 */
export function useProfileForm(profile: Profile, form: string): ProfileFormState {
  const answered = useAnswered();
  const reportSaved = useReportSaved();
  const { firstName, lastName, phone = '', notifications, language } = profile;
  const typed = useFields(profileSchemas, { firstName, lastName, phone });
  const [chosen, setChosen] = useState<Choices>({});
  useUnsaved(Object.keys(chosen).length > 0);
  const { isBusy, failure, run, setFailure } = useCommand();
  const save = async () => {
    setFailure(undefined);
    const invalid = typed.check();
    if (invalid) return focusField(form, invalid);
    const result = await run(() =>
      answered((household) => household.run('updateProfile', { ...trimmed(typed.changed), ...chosen })),
    );
    if (!result.done) return;
    typed.reset();
    setChosen({});
    await reportSaved(result.op, chosen.language);
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

/** Trims the phone, so that blanks alone leave it empty. */
function trimmed(changed: Partial<Record<ProfileField, string>>): Partial<Record<ProfileField, string>> {
  return changed.phone === undefined ? changed : { ...changed, phone: changed.phone.trim() };
}

/** Switches to a newly chosen language, then reports in it that the change is saved, or for now on the device alone. */
function useReportSaved(): (op: Id, language: Language | undefined) => Promise<void> {
  const household = useHouseholdIfAny();
  const { translations } = useTranslation();
  const chooseLanguage = useChooseLanguage();
  const toast = useToast();
  return async (op, language) => {
    if (language) await chooseLanguage(language);
    const isUnsent = household?.unsent().some((one) => one.op === op);
    const { t } = translations.current();
    toast({ text: isUnsent ? t(($) => $.profile.savedHere) : t(($) => $.profile.saved), op });
  };
}

export type ProfileField = 'firstName' | 'lastName' | 'phone';

/** Names are required; the phone is empty or a valid number. */
export const profileSchemas = {
  firstName: nameSchema,
  lastName: nameSchema,
  phone: emptyOr(phoneSchema),
} satisfies Record<ProfileField, v.GenericSchema>;
