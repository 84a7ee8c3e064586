import { useTranslation } from 'react-i18next';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { otherLanguage } from '#client/translations/languages.ts';
import { useLanguage } from '#client/translations/use-language.ts';
import styles from './header.module.css';

/** Switches to the other language, and updates a signed-in parent's profile. */
export function LanguageToggle() {
  const { t } = useTranslation();
  const { language, chooseLanguage } = useLanguage();
  const household = useHouseholdIfAny();
  const other = otherLanguage(language);
  const toggle = async () => {
    await chooseLanguage(other);
    await household?.run('updateProfile', { language: other });
  };
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={`${other.toUpperCase()}: ${t(($) => $.common.nav.switchLanguage)}`}
      onClick={() => toggle().catch(console.error)}
    >
      {other.toUpperCase()}
    </button>
  );
}
