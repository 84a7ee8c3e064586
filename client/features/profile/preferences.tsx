import { useId } from 'react';
import { SelectField } from '#client/forms/select-field.tsx';
import { Switch } from '#client/forms/switch.tsx';
import { asLanguage, LANGUAGE_NAMES } from '#client/translations/languages.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LANGUAGES } from '#domain/language.ts';
import styles from './profile.module.css';
import type { ProfileFormState } from './use-profile-form.ts';

/** Notifications on or off, and the interface language. */
export function Preferences({
  notifications,
  setNotifications,
  language,
  setLanguage,
}: Pick<ProfileFormState, 'notifications' | 'setNotifications' | 'language' | 'setLanguage'>) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h2 id={heading}>{t(($) => $.profile.preferences)}</h2>
      <Switch
        name="notifications"
        label={t(($) => $.profile.notifications)}
        hint={t(($) => $.profile.notificationsHint)}
        checked={notifications}
        onChange={({ target }) => setNotifications(target.checked)}
      />
      <SelectField
        name="language"
        label={t(($) => $.profile.language)}
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
