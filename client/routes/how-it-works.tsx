import { useRegistration } from '#client/session/use-host.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import numbered from '#client/ui/numbered.module.css';
import { PageTitle } from '#client/ui/page-title.tsx';
import styles from './text-page.module.css';

export function HowItWorks() {
  const { texts } = useTranslation('pages');
  const isOpen = useRegistration() === 'open';
  const steps = texts.howItWorks.steps;
  return (
    <article className={`${styles.page} stack gap-5 wrap`}>
      <PageTitle className={styles.title}>{texts.howItWorks.title}</PageTitle>
      <p className="large muted">{texts.howItWorks.description}</p>
      <ol className={`${numbered.list} stack gap-4`}>
        {steps.map(({ title, description }) => (
          <li key={title} className={`${styles.step} flow raised surface`}>
            <div>
              <h2>{title}</h2>
              <p>{description}</p>
            </div>
          </li>
        ))}
      </ol>
      {isOpen && <LinkButton to="/register" className={styles.action} label={texts.howItWorks.action} />}
    </article>
  );
}
