import { useChooseLanguage } from '#client/session/use-choose-language.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useLanguage } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { nextLanguage } from '#domain/language.ts';
import styles from './header.module.css';

/** Switches to the next language, and updates a signed-in parent's profile. */
export function LanguageToggle() {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const chooseLanguage = useChooseLanguage();
  const household = useHouseholdIfAny();
  const next = nextLanguage(language);
  const toggle = async () => {
    if (await chooseLanguage(next)) await household?.run('updateProfile', { language: next });
  };
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-label={`${next.toUpperCase()}: ${t(($) => $.common.nav.switchLanguage[next])}`}
      onClick={() => toggle().catch(console.error)}
    >
      {next.toUpperCase()}
    </button>
  );
}
