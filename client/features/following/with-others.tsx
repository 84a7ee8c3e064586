import Clock from 'lucide-react/icons/clock';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Elements } from '#client/lib/jsx.ts';
import { Initials, PersonName, toneOf } from '#client/people/person-name.tsx';
import { useFollowedCalls, useWatchFollowed } from '#client/session/use-followed.ts';
import { TripHome } from '#client/shared-visit/trip-home.tsx';
import { Fill, type Filled } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { List, SectionHeading } from '#client/ui/sections.tsx';
import type { Id } from '#domain/ids.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import { ComingButtons, canGo, useComing } from './coming.tsx';
import { FollowButton } from './follow-button.tsx';
import { shapeOf } from './followed-rows.ts';
import styles from './following.module.css';
import {
  answerWord,
  useAnswering,
  useAsOf,
  useClock,
  useFollowing,
  useWhom,
  wordsOf,
} from './use-following.ts';

/** Polls while the board is open; renders nothing. */
export function WatchFollowed() {
  useWatchFollowed();
  // Preload, so that the section appears without a wait.
  useTranslation('details');
  return null;
}

const HEADING = 'with-others';

const FollowedSheet = lazyDialog(() => import('./follow-dialogs.tsx'), 'FollowedSheet');
const ComingSheet = lazyDialog(() => import('./coming-sheet.tsx'), 'ComingSheet');
const EndFollowing = lazyDialog(() => import('./follow-dialogs.tsx'), 'EndFollowing');

export interface WithOthersProps {
  /** From the frozen board. */
  rows: readonly Follow[];
  /** DOM id, focused once the last row is gone. */
  focusAfter: string;
}

export function WithOthers({ rows, focusAfter }: WithOthersProps) {
  const { t, texts } = useTranslation('details');
  const { isStale, time } = useAsOf();
  const [opened, setOpened] = useState<{ row: Follow; isEnding: boolean }>();
  const [going, setGoing] = useState<Follow>();
  const close = () => {
    setOpened(undefined);
    setGoing(undefined);
    keepFocus(rows.length > 1 ? HEADING : focusAfter);
  };
  const actions = {
    onAnswer: (row: Follow) => setOpened({ row, isEnding: false }),
    onEnd: (row: Follow) => setOpened({ row, isEnding: true }),
    onGo: setGoing,
  };
  return (
    <section aria-labelledby={HEADING} data-stale={isStale || undefined} className={styles.section}>
      <SectionHeading
        id={HEADING}
        action={
          <p role="status" className={`${styles.asOf} small`}>
            {isStale && t(($) => $.following.asOf, { time })}
          </p>
        }
      >
        {texts.following.heading}
      </SectionHeading>
      <div className="stack gap-2">
        <List className="stack raised surface">
          {rows.map((row) => (
            <Row key={row.id} rows={rows} shown={row} {...actions} />
          ))}
        </List>
        <FollowButton />
      </div>
      {opened?.isEnding === false && (
        <FollowedSheet
          opened={opened.row}
          onEnd={() => setOpened({ ...opened, isEnding: true })}
          onClose={close}
        />
      )}
      {going && <ComingSheet opened={going} onClose={close} />}
      {opened?.isEnding && <EndFollowing row={opened.row} onClose={close} />}
    </section>
  );
}

interface RowProps {
  rows: readonly Follow[];
  shown: Follow;
  onAnswer(row: Follow): void;
  onEnd(row: Follow): void;
  onGo(row: Follow): void;
}

/** A row of another shape, unless by an own press, keeps the old height, without buttons, until the list may change. */
function Row({ rows, shown, onAnswer, onEnd, onGo }: RowProps) {
  const now = useFollowing(shown.id);
  const row = now ?? shown;
  const said = useFollowedCalls().said(shown.id);
  const isHeld = !now || ![shown, said].some((one) => one && shapeOf([one]) === shapeOf([now]));
  const { words } = useComing(row);
  // A press of "is home" must not bring more buttons under the finger.
  const goes = now && canGo(now) && canGo(shown);
  const { id, name, visit } = row;
  const place = useRef<HTMLLIElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    if (!isHeld) height.current = place.current?.offsetHeight ?? 0;
  });
  const held = isHeld ? { blockSize: height.current, overflow: 'clip' } : undefined;
  return (
    <li ref={place} data-row={id} inert={isHeld} style={held} className={`${styles.row} row`}>
      <div className={`${styles.text} line gap-3`}>
        {name === null ? (
          <span className={`${styles.mark} circle muted`}>
            <Clock size={22} />
          </span>
        ) : (
          <Initials name={name} tone={toneOf(rows, id)} />
        )}
        {name === null ? (
          <Asked row={row} />
        ) : words && goes ? (
          <OnTheWay name={name} words={words} />
        ) : visit && now ? (
          <Visit visit={visit} />
        ) : (
          <Away row={row} isEnded={!now} />
        )}
      </div>
      {!visit && <EndButton row={row} onPress={() => onEnd(row)} />}
      {visit && (
        <Trip id={id} visit={visit}>
          <AnswerButton row={row} onPress={() => onAnswer(row)} />
        </Trip>
      )}
      {goes && <ComingButtons row={now} focusAfter={HEADING} onOpen={() => onGo(now)} />}
    </li>
  );
}

function Visit({ visit }: { visit: SharedVisit }) {
  const { texts } = useTranslation('details');
  const { asOf } = useAsOf();
  const clock = useClock(visit);
  const { headline, lines } = wordsOf(visit, asOf, texts.following, clock);
  const answer = answerWord(visit, texts.following, clock);
  return (
    <div className={`${styles.words} stack wrap`}>
      <p className="strong">
        <Fill {...headline} />
      </p>
      {(lines.length > 0 || answer) && (
        <p className={`${styles.lines} flow muted small numbers`}>
          {[...lines, ...(answer ? [answer] : [])].map((line) => (
            <span key={line.text}>
              <Fill {...line} />
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

function OnTheWay({ name, words }: { name: string; words: Filled }) {
  return (
    <div className={`${styles.words} stack wrap`}>
      <p className="strong">
        <PersonName>{name}</PersonName>
      </p>
      <p className="small numbers">
        <Fill {...words} />
      </p>
    </div>
  );
}

function Trip({ id, visit, children }: { id: Id; visit: SharedVisit; children: Elements }) {
  const { texts } = useTranslation('details');
  const { asOf } = useAsOf();
  const clock = useClock(visit);
  const giving = useAnswering(id);
  return (
    <TripHome {...{ visit, asOf, clock, giving }} texts={texts.following.visit}>
      {children}
    </TripHome>
  );
}

/** Shown while the follow shows nothing, so that nobody forgets it. */
function Away({ row, isEnded }: { row: Follow; isEnded: boolean }) {
  const { name, child, agreedAt } = row;
  const { t, texts, format } = useTranslation('details');
  const whom = useWhom(row);
  return (
    <div className={`${styles.words} stack wrap`}>
      <p className="strong">
        <PersonName>{name ?? ''}</PersonName>
      </p>
      {isEnded ? (
        <p className="muted small">{t(($) => $.following.confirm.ended, { whom })}</p>
      ) : (
        <p className="muted small">
          <span>{`${child === null ? texts.following.hidden : t(($) => $.following.away, { child })} `}</span>
          {agreedAt !== null && <span>{t(($) => $.following.since, { date: format.date(agreedAt) })}</span>}
        </p>
      )}
    </div>
  );
}

function Asked({ row }: { row: Follow }) {
  const { t, texts } = useTranslation('details');
  return (
    <div className={`${styles.words} stack wrap`}>
      <p className="strong">{texts.following.asked}</p>
      <p className="muted small numbers">{t(($) => $.following.askedAt, { time: useAskedAt(row) })}</p>
    </div>
  );
}

function useAskedAt({ askedAt }: Follow): string {
  const { format } = useTranslation();
  useNow();
  return format.sinceTime(askedAt);
}

interface ButtonProps {
  row: Follow;
  onPress(): void;
}

function AnswerButton({ row, onPress }: ButtonProps) {
  const { t, texts } = useTranslation('details');
  const whom = useWhom(row);
  return (
    <Button
      variant="secondary"
      aria-haspopup="dialog"
      label={texts.following.answer}
      aria-label={t(($) => $.following.answerNamed, { whom })}
      onClick={onPress}
    />
  );
}

function EndButton({ row, onPress }: ButtonProps) {
  const { t, texts } = useTranslation('details');
  const whom = useWhom(row);
  const time = useAskedAt(row);
  const isQuestion = row.agreedAt === null;
  const { end, takeBack } = texts.following;
  const name = isQuestion
    ? t(($) => $.following.takeBackNamed, { time })
    : `${end}. ${t(($) => $.following.endNamed, { whom })}`;
  return (
    <Button
      variant="quiet"
      aria-haspopup="dialog"
      label={isQuestion ? takeBack : end}
      aria-label={name}
      onClick={onPress}
    />
  );
}
