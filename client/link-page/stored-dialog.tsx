import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import type { Content } from '#client/lib/jsx.ts';
import { ActionButton } from '#client/shared-visit/action-button.tsx';
import type { Failure } from '#client/shared-visit/answers.tsx';
import {
  answerLines,
  clockOf,
  Fill,
  type Filled,
  linesOf,
  plain,
  tripWords,
} from '#client/shared-visit/visit-lines.tsx';
import icon from '#client/ui/buttons/icon-button.module.css';
import frame from '#client/ui/dialogs/dialog.module.css';
import type { Language } from '#domain/language.ts';
import { YEAR_DAYS } from '#domain/limits.ts';
import type { SiteInfo } from '#domain/pages/site-info.ts';
import type { StoredByLink } from '#domain/protocol/link-calls.ts';
import { call, failureOf } from './data/link-client.ts';
import type { VisitStreamClient } from './data/visit-stream-client.ts';
import { focus, OperatorContact } from './message.tsx';
import styles from './stored-dialog.module.css';
import { STORED_TEXTS } from './translations/stored-texts.ts';
import type { Texts } from './translations/sv.ts';
import card from './visit-card.module.css';

export interface StoredDialogProps {
  link: string;
  watch: VisitStreamClient;
  language: Language;
  texts: Texts;
  host: Pick<SiteInfo, 'name' | 'contact'>;
  onClose: () => void;
}

/** A dialog, not a page: another address would lose the secret. */
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
    <dialog
      ref={dialog}
      className={`${frame.dialog} medium`}
      aria-labelledby="stored-title"
      onClose={onClose}
    >
      <div className={frame.sheet}>
        <form method="dialog" className={`${frame.header} between gap-3`}>
          <h2 id="stored-title" className={`${frame.title} wrap`}>
            {texts.footer.stored}
          </h2>
          <button type="submit" className={`${icon.button} circle muted bare`} aria-label={words.close}>
            <X aria-hidden="true" />
          </button>
        </form>
        <div className={`${frame.body} ${styles.body} stack gap-5 wrap`}>
          {stored && <StoredList {...{ stored, language, texts, host }} />}
          {stored && <RefuseForm {...{ link, watch, language }} name={stored.visit.visitor} />}
          {!stored && !failure && <p>{texts.loading}</p>}
          {failure === 'dead' && <p>{`${texts.dead.title} ${texts.dead.text}`}</p>}
          {failure !== undefined && failure !== 'dead' && (
            <div role="alert">
              <p>{texts.footer.failed}</p>
              <ActionButton onPress={ask}>{texts.answers.retry}</ActionButton>
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
  host: Pick<SiteInfo, 'name' | 'contact'>;
}

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
        <Lines of={tripWords(visit, visit.asOf, texts, clock)} />
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
        <OperatorContact host={host} texts={texts} />
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

interface RefuseFormProps {
  link: string;
  watch: VisitStreamClient;
  language: Language;
  name: string;
}

type Wish = 'none' | 'removal';

/** Each asks first, because afterwards the link is dead. */
function RefuseForm({ link, watch, language, name }: RefuseFormProps) {
  const { refuse } = STORED_TEXTS[language];
  const [wish, setWish] = useState<Wish>();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const heading = useRef<HTMLHeadingElement>(null);
  const cancel = () => {
    setWish(undefined);
    heading.current?.focus();
  };
  const send = async (wanted: Wish) => {
    setState('busy');
    try {
      await call('refuseLinks', { link, remove: wanted === 'removal' });
      watch.markRefused(wanted === 'removal');
    } catch {
      setState('failed');
    }
  };
  const texts = { none: refuse.noneText, removal: refuse.removalText };
  return (
    <section className="divided stack gap-5">
      <h3 ref={heading} tabIndex={-1}>
        {refuse.heading}
      </h3>
      {(['none', 'removal'] as const).map((one) => (
        <div key={one} className="stack gap-3">
          <p>
            <Fill text={texts[one]} values={{ name }} />
          </p>
          {wish === one ? (
            <div className={`${card.aside} box stack gap-3`}>
              <p ref={focus} tabIndex={-1}>
                {refuse.sure}
              </p>
              {state === 'failed' && <p role="alert">{refuse.failed}</p>}
              <ActionButton strong busy={state === 'busy'} onPress={() => void send(one)}>
                {refuse.confirm[one]}
              </ActionButton>
              <ActionButton onPress={cancel}>{refuse.cancel}</ActionButton>
            </div>
          ) : (
            <ActionButton onPress={() => setWish(one)}>{refuse[one]}</ActionButton>
          )}
        </div>
      ))}
    </section>
  );
}
