import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { House } from '#client/ui/house.tsx';
import { PageTitle } from '#client/ui/sections.tsx';
import styles from './text-page.module.css';

export function NotFound() {
  const { texts } = useTranslation('public');
  return (
    <article className={`${styles.page} stack gap-5 wrap`}>
      <House lit={0} />
      <PageTitle className={styles.title}>{texts.pages.notFound.title}</PageTitle>
      <p className="large muted">{texts.pages.notFound.text}</p>
      <div className="flow gap-2">
        <LinkButton to="/" label={texts.pages.notFound.home} />
        <LinkButton to="/support" variant="secondary" label={texts.pages.notFound.support} />
      </div>
    </article>
  );
}
