import { memo, Suspense, useId, useState } from 'react';
import { refusalText } from '#client/forms/failure-message.ts';
import { Form } from '#client/forms/form.tsx';
import { ChangedMeanwhile } from '#client/forms/lazy-changed-meanwhile.ts';
import { type Failure, isMeanwhile, useCommand } from '#client/forms/run-command.ts';
import { SelectField } from '#client/forms/select-field.tsx';
import { Switch } from '#client/forms/switch.tsx';
import { NAME_INPUT, TextField } from '#client/forms/text-field.tsx';
import { type Fields, focusField, savedMeanwhile, useFields } from '#client/forms/use-fields.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useChooseLanguage } from '#client/session/use-choose-language.ts';
import { useHost } from '#client/session/use-host.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { asLanguage, LANGUAGE_NAMES } from '#client/translations/languages.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import type { Profile } from '#domain/documents.ts';
import { emptyOr, nameSchema, newPhoneSchema } from '#domain/fields.ts';
import type { Id } from '#domain/ids.ts';
import { LANGUAGES, type Language } from '#domain/language.ts';
import type { RefusalCode } from '#domain/protocol/refusal.ts';

/** Personal data and preferences in one form, saved together. */
export const ProfileForm = memo(function ProfileForm({ profile }: { profile: Profile }) {
  const { texts } = useTranslation();
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
  const { texts } = useTranslation();
  if (failure === undefined) return null;
  if (failure === 'not-signed-in') return <ErrorBox>{texts.common.failures.notAuthenticated}</ErrorBox>;
  if (failure === 'not-stored') return <ErrorBox>{texts.profile.notStored}</ErrorBox>;
  return (
    <Suspense>
      <Refused code={failure.code} />
    </Suspense>
  );
}

function Refused({ code }: { code: RefusalCode }) {
  const { t } = useTranslation(['rare']);
  return <ErrorBox>{refusalText(t, code)}</ErrorBox>;
}

const AUTOCOMPLETE = { firstName: 'given-name', lastName: 'family-name' } as const;

/** First and last name, the read-only e-mail, and an optional phone. */
function PersonalFields({ typed, email }: { typed: Fields<ProfileField>; email: string }) {
  const { t, texts } = useTranslation();
  const { sendsMail } = useHost();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="stack gap-4">
      <h2 id={heading}>{texts.profile.personal}</h2>
      {(['firstName', 'lastName'] as const).map((name) => (
        <TextField
          key={name}
          {...typed.input(name, { missing: t(($) => $.profile.missing[name]) })}
          autoComplete={AUTOCOMPLETE[name]}
          {...NAME_INPUT}
          required
          label={t(($) => $.profile[name])}
        />
      ))}
      <TextField
        name="email"
        type="email"
        autoComplete="email"
        readOnly
        value={email}
        label={texts.profile.email}
        hint={sendsMail ? texts.profile.emailHint : texts.profile.emailFixed}
      />
      <TextField
        {...typed.input('phone')}
        type="tel"
        autoComplete="tel"
        enterKeyHint="done"
        optional
        label={texts.profile.phone}
      />
    </section>
  );
}

/** Notifications on or off, and the interface language. */
function Preferences({
  notifications,
  setNotifications,
  language,
  setLanguage,
}: ReturnType<typeof useProfileForm>) {
  const { texts } = useTranslation();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="stack gap-4">
      <h2 id={heading}>{texts.profile.preferences}</h2>
      <Switch
        name="notifications"
        label={texts.profile.notifications}
        hint={texts.profile.notificationsHint}
        checked={notifications}
        onChange={({ target }) => setNotifications(target.checked)}
      />
      <SelectField
        name="language"
        label={texts.profile.language}
        value={language}
        onChange={({ target }) => setLanguage(asLanguage(target.value))}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </SelectField>
    </section>
  );
}

/** The choices beside the text fields. */
type Choices = Partial<Pick<Profile, 'notifications' | 'language'>>;

/**
 * Keeps the parent's changes of the profile and saves only those: unchanged fields follow the profile, so that another
 * device's change of them is not overwritten. Saving a new language also changes the language on screen. `form` is the id
 * of the form element.
 */
function useProfileForm(profile: Profile, form: string) {
  const { t } = useTranslation();
  const answered = useAnswered();
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
        fields={savedMeanwhile(typed).map((name) => [t(($) => $.profile[name]), typed.now[name] ?? ''])}
        isBusy={isBusy}
        onReplace={() => void save(typed.now)}
        onClose={() => setFailure(undefined)}
      />
    ),
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

/** Names are required; the phone is empty or a valid number. */
export const profileSchemas = {
  firstName: nameSchema,
  lastName: nameSchema,
  phone: emptyOr(newPhoneSchema),
};

type ProfileField = keyof typeof profileSchemas;
