import { type FormEvent, memo, Suspense, useId } from 'react';
import { refusalText } from '#client/forms/failure-message.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { Profile } from '#domain/documents.ts';
import type { RefusalCode } from '#domain/protocol/refusal.ts';
import { PersonalFields } from './personal-fields.tsx';
import { Preferences } from './preferences.tsx';
import styles from './profile.module.css';
import { type ProfileFormState, useProfileForm } from './use-profile-form.ts';

/** Personal data and preferences in one form, saved together. */
export const ProfileForm = memo(function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const form = useId();
  const state = useProfileForm(profile, form);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void state.save();
  };
  return (
    <form method="dialog" id={form} noValidate onSubmit={submit}>
      <Card className={styles.form}>
        <PersonalFields typed={state.typed} email={profile.email} />
        <Preferences {...state} />
        <Failed failure={state.failure} />
        <Button type="submit" wide busy={state.isBusy}>
          {t(($) => $.common.save)}
        </Button>
      </Card>
    </form>
  );
});

function Failed({ failure }: Pick<ProfileFormState, 'failure'>) {
  const { t } = useTranslation();
  if (failure === undefined) return null;
  if (failure === 'not-signed-in') return <ErrorBox>{t(($) => $.common.failures.notAuthenticated)}</ErrorBox>;
  if (failure === 'not-stored') return <ErrorBox>{t(($) => $.profile.notStored)}</ErrorBox>;
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
