import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './text-page.module.css';

export function NotFound() {
  const { t } = useTranslation('pages');
  return (
    <article className={`${styles.page} stack gap-5 wrap`}>
      <PageTitle className={styles.title}>{t(($) => $.notFound.title)}</PageTitle>
      <p className="large muted">{t(($) => $.notFound.text)}</p>
      <div className="flow gap-2">
        <LinkButton to="/" label={t(($) => $.notFound.home)} />
        <LinkButton to="/support" variant="secondary" label={t(($) => $.notFound.support)} />
      </div>
    </article>
  );
}
