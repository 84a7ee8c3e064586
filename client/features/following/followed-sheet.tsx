import { useCallback, useId } from 'react';
import { CallFailed } from '#client/data/errors.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { useFollowedCalls } from '#client/session/use-followed.ts';
import { Answers } from '#client/shown-visit/answers.tsx';
import { Fill, plain } from '#client/shown-visit/fill.tsx';
import { type Failure, useGiveAnswer } from '#client/shown-visit/give-answer.ts';
import { answerLines } from '#client/shown-visit/visit-lines.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import type { Id } from '#domain/ids.ts';
import type { Following } from '#domain/protocol/following-calls.ts';
import type { ShownVisit } from '#domain/protocol/link-calls.ts';
import { wordsOf } from './followed-words.ts';
import styles from './following.module.css';
import { useAsOf, useClock, useFollowing, useWhom } from './use-following.ts';

interface Props {
  /** As of the opening. */
  opened: Following;
  onEnd(): void;
  onClose(): void;
}

/** The sheet of a child who is followed: the visit, and the reader's answers; what ends the following. */
export function FollowedSheet({ opened, onEnd, onClose }: Props) {
  const { t, texts } = useTranslation(['following']);
  const { id, name } = opened;
  const row = useFollowing(id);
  const whom = useWhom(opened);
  const visit = row?.visit;
  return (
    <Dialog
      title={visit ? <Headline visit={visit} /> : <PersonName>{name ?? ''}</PersonName>}
      onClose={onClose}
    >
      <div className="stack gap-4">
        {visit && <Visit id={id} visit={visit} />}
        {row && !visit && <p>{texts.following.hidden}</p>}
        {!row && <p>{t(($) => $.following.confirm.ended, { whom })}</p>}
        {row && (
          <Button
            variant="quiet"
            className={`${styles.end} small`}
            label={t(($) => $.following.endNamed, { whom })}
            onClick={onEnd}
          />
        )}
      </div>
    </Dialog>
  );
}

function useWords(visit: ShownVisit) {
  const { texts } = useTranslation(['following']);
  const { asOf } = useAsOf();
  return wordsOf(visit, asOf, texts.following, useClock(visit));
}

function Headline({ visit }: { visit: ShownVisit }) {
  return <Fill {...useWords(visit).headline} />;
}

function Visit({ id, visit }: { id: Id; visit: ShownVisit }) {
  const { t, texts } = useTranslation(['following']);
  const { following } = texts;
  const { asOf, isStale, time } = useAsOf();
  const clock = useClock(visit);
  const giving = useAnswering(id);
  const said = useId();
  const { lines } = useWords(visit);
  const answer = answerLines(visit, following.visit, clock);
  return (
    <>
      <div className="stack gap-1">
        {lines.map((line) => (
          <p key={line.text} className="numbers wrap">
            <Fill {...line} />
          </p>
        ))}
        {isStale && <p className={`${styles.asOf} small`}>{t(($) => $.following.asOf, { time })}</p>}
      </div>
      <Answers
        {...{ visit, asOf, clock, giving }}
        texts={following.visit}
        lines={answer}
        note={t(($) => $.following.note, { name: visit.visitor })}
        heading="h3"
      />
      {/* The regions of the page are inert behind a dialog. */}
      <p id={said} role="status" className="visually-hidden">
        {giving.fresh === null
          ? following.visit.answers.takenBack
          : giving.fresh !== undefined && answer.map(plain).join(' ')}
      </p>
    </>
  );
}

const FAILURES: Partial<Record<CallFailed['code'], Failure>> = {
  offline: 'offline',
  internal: 'offline',
  unavailable: 'offline',
  'link-expired': 'dead',
  'not-found': 'dead',
  'too-many-requests': 'busy',
};

function failureOf(error: unknown): Failure {
  return error instanceof CallFailed ? (FAILURES[error.code] ?? 'refused') : 'offline';
}

/** Sends answers about the visit of a following. */
function useAnswering(id: Id) {
  const calls = useFollowedCalls();
  const send = useCallback(
    (answer: Parameters<typeof calls.answer>[1]) => calls.answer(id, answer),
    [calls, id],
  );
  const look = () => void calls.look();
  return useGiveAnswer({ send, failureOf, accept: () => {}, die: look, retry: look });
}
