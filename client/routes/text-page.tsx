import { useRegistration } from '#client/session/use-host.ts';
import type { Texts as AllTexts } from '#client/translations/all-texts.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { AppPage } from '#domain/pages/pages.ts';
import { HostSection } from './host-section.tsx';
import styles from './text-page.module.css';

/** The pages whose address is the name of their texts. */
export type TextPageName = Extract<keyof AllTexts['pages'], AppPage extends `/${infer P}` ? P : never>;

/** The pages that show the host's contact. */
const WITH_HOST_SECTION: readonly TextPageName[] = ['contact', 'privacy', 'terms'];

type Sections = readonly { heading: string; text: string }[];
interface Texts {
  title: string;
  lead: string;
  /** The points that most people look for. The sections are folded below them. */
  points?: readonly { name: string; text: string }[];
  sections: Sections;
}

/** A page of title, lead and sections, from the texts of the part "pages". */
export function TextPage({ page }: { page: TextPageName }) {
  const { texts } = useTranslation('pages');
  const isOpen = useRegistration() === 'open';
  const { title, lead, points, sections }: Texts = texts[page];
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
        <Disclosure summary={texts.inDetail} className={styles.folded}>
          <SectionList sections={sections} />
        </Disclosure>
      ) : (
        <SectionList sections={sections} />
      )}
      {WITH_HOST_SECTION.includes(page) && <HostSection />}
      {page === 'about' && isOpen && (
        <LinkButton to="/register" className={styles.action} label={texts.getStarted} />
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
