import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import styles from './home-history.module.css';

export function HomeHistory() {
  const { t } = useTranslation();
  return (
    <section className={styles.history} aria-labelledby="home-history">
      <div className={styles.words}>
        <h2 id="home-history">{t(($) => $.home.history.title)}</h2>
        <p>{t(($) => $.home.history.text)}</p>
        <LinkButton to="/history" variant="secondary">
          {t(($) => $.home.history.action)}
        </LinkButton>
      </div>
      <AfternoonChart />
    </section>
  );
}

/** A decoration: three visits of one afternoon as bars, the last one ongoing. */
function AfternoonChart() {
  return (
    <svg className={styles.afternoon} viewBox="0 0 360 150" aria-hidden="true" focusable="false">
      <path className={styles.hours} d="M90 6v138M170 6v138M250 6v138M330 6v138" />
      <circle className={styles.first} cx="30" cy="30" r="17" />
      <rect className={styles.first} x="84" y="17" width="150" height="26" rx="13" />
      <circle className={styles.second} cx="30" cy="76" r="17" />
      <rect className={styles.second} x="128" y="63" width="120" height="26" rx="13" />
      <circle className={styles.third} cx="30" cy="122" r="17" />
      <rect className={styles.third} x="188" y="109" width="160" height="26" rx="13" />
      <circle className={styles.now} cx="335" cy="122" r="6" />
    </svg>
  );
}
