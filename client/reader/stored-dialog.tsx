import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import type { Content } from '#client/lib/jsx.ts';
import { ActionButton } from '#client/shown-visit/action-button.tsx';
import { Fill, type Filled, plain } from '#client/shown-visit/fill.tsx';
import type { Failure } from '#client/shown-visit/give-answer.ts';
import { answerLines, clockOf, linesOf } from '#client/shown-visit/visit-lines.ts';
import type { Language } from '#domain/language.ts';
import { YEAR_DAYS } from '#domain/limits.ts';
import type { Host } from '#domain/pages/host.ts';
import type { StoredByLink } from '#domain/protocol/link-calls.ts';
import { call, failureOf } from './data/calls.ts';
import type { VisitWatch } from './data/visit-watch.ts';
import { HostContact } from './message.tsx';
import { RefuseForm } from './refuse-form.tsx';
import styles from './stored-dialog.module.css';
import { STORED_TEXTS } from './translations/stored-texts.ts';
import type { Texts } from './translations/sv.ts';

export interface StoredDialogProps {
  link: string;
  watch: VisitWatch;
  language: Language;
  texts: Texts;
  host: Pick<Host, 'name' | 'contact'>;
  onClose: () => void;
}

/** The data stored about the reader's family, and the ways to say no. It has no address of its own, so that the secret stays. */
export function StoredDialog({ link, watch, language, texts, host, onClose }: StoredDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [stored, setStored] = useState<StoredByLink>();
  const [failure, setFailure] = useState<Failure>();
  const words = STORED_TEXTS[language].stored;
  const ask = () => {
    setFailure(undefined);
    call('storedByLink', { link }).then(setStored, (error: unknown) => setFailure(failureOf(error)));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens.
  useEffect(() => {
    dialog.current?.showModal();
    ask();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="stored-title" onClose={onClose}>
      <div className="stack">
        <form method="dialog" className={`${styles.header} line between gap-3`}>
          <h2 id="stored-title">{texts.footer.stored}</h2>
          <button type="submit" className={`${styles.close} circle bare`} aria-label={words.close}>
            <X aria-hidden="true" />
          </button>
        </form>
        <div className={`${styles.body} stack gap-5 wrap`}>
          {stored && <StoredList {...{ stored, language, texts, host }} />}
          {stored && <RefuseForm {...{ link, watch, language }} name={stored.visit.visitor} />}
          {!stored && !failure && <p>{texts.loading}</p>}
          {failure === 'dead' && <p>{`${texts.dead.title} ${texts.dead.text}`}</p>}
          {failure !== undefined && failure !== 'dead' && (
            <div role="alert">
              <p>{words.failed}</p>
              <ActionButton onPress={ask}>{words.retry}</ActionButton>
            </div>
          )}
        </div>
      </div>
    </dialog>
  );
}

interface Props {
  stored: StoredByLink;
  language: Language;
  texts: Texts;
  host: Pick<Host, 'name' | 'contact'>;
}

/** Everything that is stored about this visit and its visitor but the family's own note, and whom to ask about it. */
function StoredList({ stored, language, texts, host }: Props) {
  const { name, phoneEnding, visit, madeAt, openedAt, replaced, keptDays } = stored;
  const words = STORED_TEXTS[language].stored;
  const clock = clockOf(visit, visit.asOf, language);
  const answers = answerLines(visit, texts, clock);
  const before = answerLines({ ...visit, answer: replaced }, texts, clock);
  const time =
    keptDays === YEAR_DAYS ? words.year : plain({ text: words.days, values: { days: `${keptDays}` } });
  return (
    <dl className="stack gap-3">
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
        <Lines of={linesOf(visit, visit.asOf, texts, clock).map(({ filled }) => filled)} />
      </Row>
      <Row term={words.made}>{clock(madeAt)}</Row>
      <Row term={words.opened}>{openedAt === null ? words.notOpened : clock(openedAt)}</Row>
      <Row term={words.answer}>{answers.length === 0 ? words.noAnswer : <Lines of={answers} />}</Row>
      {before.length > 0 && (
        <Row term={words.before}>
          <Lines of={before} />
        </Row>
      )}
      <Row term={words.kept}>
        {keptDays === null ? words.keptForEver : <Fill text={words.keptFor} values={{ time }} />}
      </Row>
      <Row term={words.note}>{words.noteHidden}</Row>
      <Row term={words.host}>
        <HostContact host={host} texts={texts} />
        <p>
          <span>{`${words.complaint} `}</span>
          <a href={words.authority.href}>{words.authority.name}</a>
        </p>
      </Row>
    </dl>
  );
}

function Lines({ of }: { of: readonly Filled[] }) {
  return of.map((filled) => (
    <p key={filled.text}>
      <Fill {...filled} />
    </p>
  ));
}

function Row({ term, children }: { term: string; children: Content }) {
  return (
    <div>
      <dt className="muted small">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
