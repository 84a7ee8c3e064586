import { memo, Suspense, useId, useState } from 'react';
import { NAME_INPUT, SelectField, Switch, TextField } from '#client/forms/field.tsx';
import { Form } from '#client/forms/form.tsx';
import { refusalText } from '#client/forms/refusal-text.ts';
import { type Failure, isMeanwhile, useCommand } from '#client/forms/run-command.ts';
import {
  ChangedMeanwhile,
  type Fields,
  focusField,
  savedMeanwhile,
  useFields,
} from '#client/forms/use-fields.ts';
import { useAwaitOutcome } from '#client/session/use-await-outcome.ts';
import { useChooseLanguage } from '#client/session/use-choose-language.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useSiteInfo } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import { Card } from '#client/ui/sections.tsx';
import type { Profile } from '#domain/documents.ts';
import { emptyOr, nameSchema, newPhoneSchema } from '#domain/fields.ts';
import type { Id } from '#domain/ids.ts';
import { LANGUAGES, type Language, supportedLanguage } from '#domain/language.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';

/** Saves personal data and preferences together. */
export const ProfileForm = memo(function ProfileForm({ profile }: { profile: Profile }) {
  const { texts } = useTranslation('details');
  const form = useId();
  const state = useProfileForm(profile, form);
  return (
    <Form id={form} onSubmit={() => void state.save()}>
      <Card className="stack gap-6">
        <PersonalFields typed={state.typed} email={profile.email} />
        <Preferences {...state} />
        <Failed failure={state.failure} />
        {state.question}
        <Button type="submit" wide label={texts.common.save} busy={state.isBusy} />
      </Card>
    </Form>
  );
});

function Failed({ failure }: { failure: Failure | undefined }) {
  const { texts } = useTranslation('details');
  if (failure === undefined) return null;
  if (failure === 'not-signed-in') return <ErrorBox>{texts.common.failures.notAuthenticated}</ErrorBox>;
  if (failure === 'not-stored') return <ErrorBox>{texts.profileForm.notStored}</ErrorBox>;
  return (
    <Suspense>
      <Refused refusal={failure} />
    </Suspense>
  );
}

function Refused({ refusal }: { refusal: Refusal }) {
  const { t } = useTranslation('details');
  return <ErrorBox>{refusalText(t, refusal)}</ErrorBox>;
}

const LANGUAGE_NAMES: Record<Language, string> = { sv: 'Svenska', en: 'English' };

const AUTOCOMPLETE = { firstName: 'given-name', lastName: 'family-name' } as const;

function PersonalFields({ typed, email }: { typed: Fields<ProfileField>; email: string }) {
  const { t, texts } = useTranslation('details');
  const { sendsMail } = useSiteInfo();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="stack gap-4">
      <h2 id={heading}>{texts.profileForm.personal}</h2>
      {(['firstName', 'lastName'] as const).map((name) => (
        <TextField
          key={name}
          {...typed.input(name, { missing: t(($) => $.profileForm.missing[name]) })}
          autoComplete={AUTOCOMPLETE[name]}
          {...NAME_INPUT}
          required
          label={t(($) => $.profileForm[name])}
        />
      ))}
      <TextField
        name="email"
        type="email"
        autoComplete="email"
        readOnly
        value={email}
        label={texts.profileForm.email}
        hint={sendsMail ? texts.profileForm.emailHint : texts.profileForm.emailFixed}
      />
      <TextField
        {...typed.input('phone')}
        type="tel"
        autoComplete="tel"
        enterKeyHint="done"
        optional
        label={texts.profileForm.phone}
      />
    </section>
  );
}

function Preferences({
  notifications,
  setNotifications,
  language,
  setLanguage,
}: ReturnType<typeof useProfileForm>) {
  const { texts } = useTranslation('details');
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="stack gap-4">
      <h2 id={heading}>{texts.profileForm.preferences}</h2>
      <SelectField
        name="language"
        label={texts.profileForm.language}
        value={language}
        onChange={({ target }) => setLanguage(supportedLanguage(target.value) ?? language)}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </SelectField>
      <Switch
        name="notifications"
        label={texts.profileForm.notifications}
        hint={texts.profileForm.notificationsHint}
        checked={notifications}
        onChange={({ target }) => setNotifications(target.checked)}
      />
    </section>
  );
}

type Choices = Partial<Pick<Profile, 'notifications' | 'language'>>;

/** Saves only changed fields: another device's change of the rest survives. `form` is the DOM id. */
function useProfileForm(profile: Profile, form: string) {
  const { t } = useTranslation('details');
  const answered = useAwaitOutcome();
  const reportSaved = useReportSaved();
  const { firstName, lastName, phone = '', notifications, language } = profile;
  const typed = useFields(profileSchemas, { firstName, lastName, phone });
  const [chosen, setChosen] = useState<Choices>({});
  useUnsaved(Object.keys(chosen).length > 0);
  const { isBusy, failure, run, setFailure } = useCommand();
  const save = async (was = typed.was) => {
    setFailure(undefined);
    const invalid = typed.check(was);
    if (invalid) return focusField(form, invalid);
    const args = { ...trimmed(typed.changed), ...chosen, was };
    const result = await run(() => answered((household) => household.run('updateProfile', args)));
    if (!result.done) return;
    typed.reset();
    setChosen({});
    await reportSaved(result.op, chosen.language);
  };
  return {
    typed,
    notifications: chosen.notifications ?? notifications,
    setNotifications: (on: boolean) => setChosen((known) => ({ ...known, notifications: on })),
    language: chosen.language ?? language,
    setLanguage: (wanted: Language) => setChosen((known) => ({ ...known, language: wanted })),
    failure: isMeanwhile(failure) ? undefined : failure,
    question: isMeanwhile(failure) && (
      <ChangedMeanwhile
        fields={savedMeanwhile(typed).map((name) => [t(($) => $.profileForm[name]), typed.now[name] ?? ''])}
        isBusy={isBusy}
        onReplace={() => void save(typed.now)}
        onClose={() => setFailure(undefined)}
      />
    ),
    isBusy,
    save,
  };
}

/** Blanks alone leave the phone empty. */
function trimmed(changed: Partial<Record<ProfileField, string>>): Partial<Record<ProfileField, string>> {
  return changed.phone === undefined ? changed : { ...changed, phone: changed.phone.trim() };
}

/** Reports in the new language. */
function useReportSaved(): (op: Id, language: Language | undefined) => Promise<void> {
  const household = useHouseholdIfAny();
  const { translations } = useTranslation();
  const chooseLanguage = useChooseLanguage();
  const toast = useToast();
  return async (op, language) => {
    if (language) await chooseLanguage(language);
    const isUnsent = household?.unsent().some((one) => one.op === op);
    const { t } = translations.current();
    toast({ text: isUnsent ? t(($) => $.profileForm.savedHere) : t(($) => $.profileForm.saved), op });
  };
}

const profileSchemas = {
  firstName: nameSchema,
  lastName: nameSchema,
  phone: emptyOr(newPhoneSchema),
};

type ProfileField = keyof typeof profileSchemas;
