import { useRegistration } from '#client/session/use-site-info.ts';
import type { AllTexts } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { Disclosure, PageTitle } from '#client/ui/sections.tsx';
import type { AppPage } from '#domain/pages/pages.ts';
import type { AppDocumentPage } from '#domain/pages/rendering.ts';
import { OperatorSection } from './host-section.tsx';
import styles from './text-page.module.css';

/** Pages whose address is the name of their texts. */
type TextPageName = Extract<keyof AllTexts['pages'], AppPage extends `/${infer P}` ? P : never>;

/** Pages that show the operator's contact. */
const WITH_HOST_SECTION: readonly TextPageName[] = ['contact', 'privacy', 'terms'];

type Sections = readonly { heading: string; text: string }[];
interface Texts {
  /** By default as in the footer. */
  title?: string;
  lead: string;
  /** Most looked for; the sections are folded below. */
  points?: readonly { name: string; text: string }[];
  sections: Sections;
}

export function TextPage({ page: path }: { page: AppDocumentPage }) {
  const page = path.slice(1) as TextPageName;
  const { texts } = useTranslation('public');
  const isOpen = useRegistration() === 'open';
  const { title = texts.common.footer[page], lead, points, sections }: Texts = texts.pages[page];
  return (
    <article className={`${styles.page} stack gap-5 wrap`}>
      <PageTitle className={styles.title}>{title}</PageTitle>
      <p className="large muted">{lead}</p>
      {points && (
        <ul className={`${styles.points} stack gap-3 surface`}>
          {points.map(({ name, text }) => (
            <li key={name}>
              <strong>{`${name}:`}</strong>
              <span>{` ${text}`}</span>
            </li>
          ))}
        </ul>
      )}
      {points ? (
        <Disclosure summary={texts.pages.inDetail} className={styles.folded}>
          <SectionList sections={sections} />
        </Disclosure>
      ) : (
        <SectionList sections={sections} />
      )}
      {WITH_HOST_SECTION.includes(page) && <OperatorSection />}
      {page === 'about' && isOpen && (
        <LinkButton to="/register" className="self-start" label={texts.pages.getStarted} />
      )}
    </article>
  );
}

function SectionList({ sections }: { sections: Sections }) {
  return sections.map(({ heading, text }) => (
    <section key={heading} className={`${styles.section} stack gap-2`}>
      <h2>{heading}</h2>
      <p>{text}</p>
    </section>
  ));
}
