import { useRegistration } from '#client/session/use-registration.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { HomePicture } from './home-picture.tsx';
import styles from './home-sections.module.css';

export function HomeHow({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation();
  const isOpen = useRegistration() === 'open';
  return (
    <section className={styles.how} aria-labelledby="home-how">
      <HomePicture label={t(($) => $.home.how.picture)} />
      <div className={styles.steps}>
        <h2 id="home-how">{t(($) => $.home.how.title)}</h2>
        <ol className={styles.numbered}>
          <li>{t(($) => $.home.how.one)}</li>
          <li>{t(($) => $.home.how.two)}</li>
          <li>{t(($) => $.home.how.three)}</li>
        </ol>
        {!isSignedIn && isOpen && <LinkButton to="/register">{t(($) => $.home.how.register)}</LinkButton>}
      </div>
    </section>
  );
}
