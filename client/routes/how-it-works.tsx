import { useRegistration } from '#client/session/use-site-info.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import numbered from '#client/ui/numbered.module.css';
import { PageTitle } from '#client/ui/sections.tsx';
import styles from './text-page.module.css';

export function HowItWorks() {
  const { texts } = useTranslation('public');
  const isOpen = useRegistration() === 'open';
  const steps = texts.pages.howItWorks.steps;
  return (
    <article className={`${styles.page} stack gap-5 wrap`}>
      <PageTitle className={styles.title}>{texts.common.nav.howItWorks}</PageTitle>
      <p className="large muted">{texts.pages.howItWorks.description}</p>
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
      {isOpen && <LinkButton to="/register" className="self-start" label={texts.pages.getStarted} />}
    </article>
  );
}
