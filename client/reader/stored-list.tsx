import type { ReactNode } from 'react';
import type { Language } from '#domain/language.ts';
import type { Host } from '#domain/pages/host.ts';
import type { StoredByLink } from '#domain/protocol/link-calls.ts';
import { clockOf } from './clock.ts';
import { Fill } from './fill.tsx';
import { HostContact } from './host-contact.tsx';
import styles from './stored-dialog.module.css';
import { STORED_TEXTS } from './translations/stored-texts.ts';
import type { Texts } from './translations/sv.ts';
import { linesOf } from './visit-lines.ts';

interface Props {
  stored: StoredByLink;
  language: Language;
  texts: Texts;
  host: Pick<Host, 'name' | 'contact'>;
}

/** Everything that is stored about this visit and its visitor, and whom to ask about it. */
export function StoredList({ stored, language, texts, host }: Props) {
  const { name, phoneEnding, visit, madeAt, openedAt, keptDays } = stored;
  const words = STORED_TEXTS[language].stored;
  const clock = clockOf(visit, visit.asOf, language);
  const lines = linesOf(visit, visit.asOf, texts, clock);
  const answers = lines.filter(({ kind }) => kind === 'reply');
  return (
    <dl className={styles.list}>
      <Row term={words.name}>
        <bdi>{name}</bdi>
      </Row>
      <Row term={words.phone}>
        {phoneEnding === null ? (
          words.noPhone
        ) : (
          <Fill text={words.phoneEnding} values={{ digits: phoneEnding }} />
        )}
      </Row>
      <Row term={words.visit}>
        {lines
          .filter(({ kind }) => kind !== 'reply')
          .map(({ filled }) => (
            <p key={filled.text}>
              <Fill {...filled} />
            </p>
          ))}
      </Row>
      <Row term={words.made}>{clock(madeAt)}</Row>
      <Row term={words.opened}>{openedAt === null ? words.notOpened : clock(openedAt)}</Row>
      <Row term={words.answer}>
        {answers.length === 0
          ? words.noAnswer
          : answers.map(({ filled }) => (
              <p key={filled.text}>
                <Fill {...filled} />
              </p>
            ))}
      </Row>
      <Row term={words.kept}>
        {keptDays === null ? (
          words.keptForEver
        ) : (
          <Fill text={words.keptDays} values={{ days: `${keptDays}` }} />
        )}
      </Row>
      <Row term={words.host}>
        <HostContact host={host} texts={texts} />
        <p>
          {words.complaint} <a href={words.authority.href}>{words.authority.name}</a>
        </p>
      </Row>
    </dl>
  );
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
