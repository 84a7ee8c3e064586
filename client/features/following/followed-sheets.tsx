import { useState } from 'react';
import { CallFailed } from '#client/data/errors.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { ArrivalTime } from '#client/people/arrival-time.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { useFollowedCalls } from '#client/session/use-followed.ts';
import { Answers, type Failure, scrollTo, useGiveAnswer } from '#client/shared-visit/answers.tsx';
import { Fill, plain } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { AnchorButton, Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { Id } from '#domain/ids.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { type SaidComing, withSaid } from '#domain/trips/coming.ts';
import { TRIP_CHOICES } from '#domain/trips/trip-fields.ts';
import styles from './following.module.css';
import { canGo, useComing, useSay } from './use-coming.ts';
import { useAsOf, useFollowing, useVisitWords, useWhom } from './use-following.ts';

interface FollowedSheetProps {
  /** At the opening. */
  opened: Follow;
  onEnd(): void;
  onClose(): void;
}

export function FollowedSheet({ opened, onEnd, onClose }: FollowedSheetProps) {
  const { t, texts } = useTranslation('details');
  const { id, name } = opened;
  const row = useFollowing(id);
  const whom = useWhom(opened);
  const words = useVisitWords(row?.visit);
  return (
    <Dialog
      title={words ? <Fill {...words.headline} /> : <PersonName>{name ?? ''}</PersonName>}
      onClose={onClose}
    >
      <div className="stack gap-4">
        {row?.visit && words && <Visit id={id} visit={row.visit} words={words} />}
        {row && !row.visit && <p>{texts.following.hidden}</p>}
        {!row && <p>{t(($) => $.following.confirm.ended, { whom })}</p>}
        {row && <EndButton row={row} onEnd={onEnd} />}
      </div>
    </Dialog>
  );
}

function EndButton({ row, onEnd }: { row: Follow; onEnd(): void }) {
  const { t } = useTranslation('details');
  const whom = useWhom(row);
  return (
    <Button
      variant="quiet"
      className={`${styles.end} small`}
      label={t(($) => $.following.endNamed, { whom })}
      onClick={onEnd}
    />
  );
}

interface VisitProps {
  id: Id;
  visit: SharedVisit;
  words: NonNullable<ReturnType<typeof useVisitWords>>;
}

function Visit({ id, visit, words: { lines, ends, clock } }: VisitProps) {
  const { t, texts } = useTranslation('details');
  const { following } = texts;
  const { asOf, isStale, time } = useAsOf();
  const calls = useFollowedCalls();
  const look = () => void calls.look();
  const giving = useGiveAnswer({
    send: (answer) => calls.answer(id, answer),
    failureOf,
    accept: () => {},
    die: look,
    retry: look,
  });
  return (
    <>
      <div className="stack gap-1">
        {lines.map((line) => (
          <p key={line.text} className="numbers wrap">
            <Fill {...line} />
          </p>
        ))}
        {isStale && <p className={`${styles.asOf} small strong`}>{t(($) => $.following.asOf, { time })}</p>}
      </div>
      <Answers
        {...{ visit, asOf, clock, giving }}
        texts={following.visit}
        note={t(($) => $.following.note, { name: visit.visitor })}
        heading="h3"
      />
      {/* The page's regions are inert behind a dialog. */}
      <p role="status" className="visually-hidden">
        {giving.fresh === null
          ? following.visit.answers.takenBack
          : giving.fresh !== undefined && ends.map(plain).join(' ')}
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

/** A failure leaves it open, with what was chosen. */
export function ComingSheet({ opened, onEnd, onClose }: FollowedSheetProps) {
  const { texts, format } = useTranslation('details');
  const { coming, visit } = texts.following;
  const row = useFollowing(opened.id) ?? opened;
  const { trip, words } = useComing(row);
  // Judged at the opening, so that nothing vanishes under a finger.
  const goes = canGo(opened);
  const [atOpening] = useState(words);
  const { isBusy, failure, say, leaving, expecting, sentenceOf } = useSay(row);
  const [chosen, setChosen] = useState<SaidComing>(() => leaving());
  const unsaid = withSaid({}, chosen, correctedNow());
  const send = (said: SaidComing) => {
    if (isBusy) return;
    setChosen(said);
    say(said, onClose);
  };
  return (
    <Dialog title={useWhom(opened)} startAt="title" onClose={onClose}>
      <div className="stack gap-4">
        {atOpening && (
          <div className={`${words ? '' : styles.gone} row between gap-2`} inert={!words}>
            <p className={`${styles.words} strong numbers wrap`}>
              <Fill {...(words ?? atOpening)} />
            </p>
            <Button
              variant="secondary"
              label={texts.common.undo}
              busy={isBusy}
              onClick={() => send({ says: trip ? 'no-trip' : 'not-expected' })}
            />
          </div>
        )}
        {goes && (
          <fieldset>
            <legend className={`${styles.within} strong`}>{coming.within}</legend>
            <div className={`${styles.minutes} stack gap-2`}>
              {TRIP_CHOICES.map((minutes) => (
                <Button
                  key={minutes}
                  variant="secondary"
                  className={`${styles.choice} numbers`}
                  label={format.duration(minutes * MINUTE_MS)}
                  aria-pressed={chosen.says === 'leaves' && minutes === chosen.minutes}
                  onClick={() => send(leaving(minutes))}
                />
              ))}
            </div>
          </fieldset>
        )}
        <ArrivalTime
          label={coming.another}
          {...(goes && { onLeave: (minutes) => send(leaving(minutes)) })}
          onExpect={(time) => send(expecting(time))}
        />
        {failure && (
          <div ref={scrollTo}>
            <ErrorBox action={failure === coming.notTold && <Message text={sentenceOf(unsaid)} />}>
              {failure}
            </ErrorBox>
          </div>
        )}
        <p className="muted small">{visit.trip.note}</p>
        <EndButton row={row} onEnd={onEnd} />
      </div>
    </Dialog>
  );
}

function Message({ text }: { text: string }) {
  const { texts } = useTranslation('details');
  if (text === '') return null;
  const address = `sms:?body=${encodeURIComponent(text.toWellFormed())}`;
  return <AnchorButton variant="secondary" href={address} label={texts.messageParentDialog.sms} />;
}
