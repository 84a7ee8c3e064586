import { type FormEvent, memo, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/buttons/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { Profile } from '#domain/documents.ts';
import { Personal } from './personal.tsx';
import { Preferences } from './preferences.tsx';
import styles from './profile.module.css';
import { type SavingProfile, useSavingProfile } from './use-saving-profile.ts';

/** Personal info and preferences in one form, saved together (specification, section 2). */
export const ProfileForm = memo(function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const form = useId();
  const saving = useSavingProfile(profile, form);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void saving.save();
  };
  return (
    <form method="dialog" id={form} noValidate onSubmit={submit}>
      <Card className={styles.form}>
        <Personal typed={saving.typed} email={profile.email} />
        <Preferences {...saving} />
        <Failed saving={saving} />
        <Button type="submit" wide busy={saving.isBusy}>
          {t(($) => $.common.save)}
        </Button>
      </Card>
    </form>
  );
});

function Failed({ saving: { failure } }: { saving: SavingProfile }) {
  const { t } = useTranslation();
  if (failure === undefined) return null;
  if (failure === 'not-signed-in') return <ErrorBox>{t(($) => $.common.failures.notAuthenticated)}</ErrorBox>;
  if (failure === 'not-stored') return <ErrorBox>{t(($) => $.profile.notStored)}</ErrorBox>;
  const { code } = failure;
  return <ErrorBox>{t(($) => $.common.refusals[code])}</ErrorBox>;
}
