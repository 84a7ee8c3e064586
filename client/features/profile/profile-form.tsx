import { type FormEvent, memo, Suspense, useId } from 'react';
import { refusalText } from '#client/forms/failure-message.ts';
import { SelectField } from '#client/forms/select-field.tsx';
import { Switch } from '#client/forms/switch.tsx';
import { NAME_INPUT, TextField } from '#client/forms/text-field.tsx';
import type { Fields } from '#client/forms/use-fields.ts';
import { asLanguage, LANGUAGE_NAMES } from '#client/translations/languages.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { Profile } from '#domain/documents.ts';
import { LANGUAGES } from '#domain/language.ts';
import type { RefusalCode } from '#domain/protocol/refusal.ts';
import type { ProfileField } from './use-profile-form.ts';
import { type ProfileFormState, useProfileForm } from './use-profile-form.ts';

/** Personal data and preferences in one form, saved together. */
export const ProfileForm = memo(function ProfileForm({ profile }: { profile: Profile }) {
  const { texts } = useTranslation();
  const form = useId();
  const state = useProfileForm(profile, form);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void state.save();
  };
  return (
    <form method="dialog" id={form} noValidate onSubmit={submit}>
      <Card className="stack gap-6">
        <PersonalFields typed={state.typed} email={profile.email} />
        <Preferences {...state} />
        <Failed failure={state.failure} />
        <Button type="submit" wide label={texts.common.save} busy={state.isBusy} />
      </Card>
    </form>
  );
});

function Failed({ failure }: Pick<ProfileFormState, 'failure'>) {
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
        hint={texts.profile.emailHint}
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
}: Pick<ProfileFormState, 'notifications' | 'setNotifications' | 'language' | 'setLanguage'>) {
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
