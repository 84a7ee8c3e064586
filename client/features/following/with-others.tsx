import Check from 'lucide-react/icons/check';
import Clock from 'lucide-react/icons/clock';
import { useLayoutEffect, useRef, useState } from 'react';
import { Initials, toneOf } from '#client/people/person-name.tsx';
import { useFollowedCalls, useWatchFollowed } from '#client/session/use-followed.ts';
import { Fill, type Filled, plain, shownTrip, tripWords } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { List, SectionHeading } from '#client/ui/sections.tsx';
import type { Follow } from '#domain/protocol/following-calls.ts';
import { canGo, useComing, useLeaving, useNaming, useSay } from './coming.tsx';
import { FollowButton } from './follow-button.tsx';
import { shapeOf } from './followed-rows.ts';
import styles from './following.module.css';
import { answerWord, useAsOf, useClock, useFollowing, useWhom, wordsOf } from './use-following.ts';

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

type Sheet = 'answer' | 'end' | 'go';

export function WithOthers({ rows, focusAfter }: WithOthersProps) {
  const { t, texts } = useTranslation('details');
  const { isStale, time } = useAsOf();
  const [opened, setOpened] = useState<{ row: Follow; sheet: Sheet }>();
  const close = () => {
    setOpened(undefined);
    keepFocus(rows.length > 1 ? HEADING : focusAfter);
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
            <Row key={row.id} rows={rows} shown={row} onOpen={(sheet) => setOpened({ row, sheet })} />
          ))}
        </List>
        <FollowButton />
      </div>
      {opened?.sheet === 'answer' && (
        <FollowedSheet
          opened={opened.row}
          onEnd={() => setOpened({ ...opened, sheet: 'end' })}
          onClose={close}
        />
      )}
      {opened?.sheet === 'go' && <ComingSheet opened={opened.row} onClose={close} />}
      {opened?.sheet === 'end' && <EndFollowing row={opened.row} onClose={close} />}
    </section>
  );
}

interface RowProps {
  rows: readonly Follow[];
  shown: Follow;
  onOpen(sheet: Sheet): void;
}

/** A row of another shape, unless by an own press, keeps the old height, without buttons, until the list may change. */
function Row({ rows, shown, onOpen }: RowProps) {
  const now = useFollowing(shown.id);
  const row = now ?? shown;
  const said = useFollowedCalls().said(shown.id);
  const isHeld = !now || ![shown, said].some((one) => one && shapeOf([one]) === shapeOf([now]));
  // A press of "is home" must not bring more buttons under the finger.
  const goes = now !== undefined && canGo(now) && canGo(shown);
  const { headline, lines } = useWords(row, !now, goes);
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
        <div className={`${styles.words} stack wrap`}>
          <p className="strong">
            <Fill {...headline} />
          </p>
          <p className={`${styles.lines} flow muted small numbers`}>
            {lines.map((line) => (
              <span key={plain(line)}>
                <Fill {...line} />
              </span>
            ))}
          </p>
        </div>
      </div>
      {visit ? (
        <AnswerButton row={row} onPress={() => onOpen('answer')} />
      ) : (
        <EndButton row={row} onPress={() => onOpen('end')} />
      )}
      <TripButtons row={row} goes={goes} onOpen={() => onOpen('go')} />
    </li>
  );
}

interface Words {
  headline: Filled;
  lines: readonly Filled[];
}

/** `goes`: its way there may be said. */
function useWords(row: Follow, isEnded: boolean, goes: boolean): Words {
  const { name, child, agreedAt, visit } = row;
  const { t, texts, format } = useTranslation('details');
  const { asOf } = useAsOf();
  const clock = useClock(visit);
  const asked = useAskedAt(row);
  const whom = useWhom(row);
  const { words } = useComing(row);
  const said = (words: string): Filled => ({ text: '{{words}}', values: { words } });
  if (name === null)
    return {
      headline: said(texts.following.asked),
      lines: [said(t(($) => $.following.askedAt, { time: asked }))],
    };
  const headline = { text: '{{name}}', values: { name } };
  if (isEnded) return { headline, lines: [said(t(($) => $.following.confirm.ended, { whom }))] };
  if (words && goes) return { headline, lines: [words] };
  if (visit) {
    const seen = wordsOf(visit, asOf, texts.following, clock);
    const answer = answerWord(visit, texts.following, clock);
    const ends = tripWords(visit, asOf, texts.following.visit, clock);
    return { ...seen, lines: [...seen.lines, ...ends, ...(answer ? [answer] : [])] };
  }
  // Shown while the follow shows nothing, so that nobody forgets it.
  const away = child === null ? texts.following.hidden : t(($) => $.following.away, { child });
  const since = t(($) => $.following.since, { date: format.date(agreedAt ?? '') });
  return { headline, lines: agreedAt === null ? [said(away)] : [said(away), said(since)] };
}

function TripButtons({ row, goes, onOpen }: { row: Follow; goes: boolean; onOpen(): void }) {
  const { texts } = useTranslation('details');
  const { coming, visit: visitTexts } = texts.following;
  const { asOf } = useAsOf();
  const { isSoon, trip, expected } = useComing(row);
  const { isBusy, failure, say, sayHome } = useSay(row);
  const leaving = useLeaving(row);
  const named = useNaming(row);
  const home = row.visit && shownTrip(row.visit, asOf);
  const isHome = home?.said?.isHome;
  return (
    <>
      {home && isHome !== false && (
        <Button
          variant="secondary"
          {...(isHome && { icon: Check })}
          {...named(visitTexts.trip.home)}
          aria-pressed={isHome ?? false}
          busy={isBusy}
          onClick={() => isHome || sayHome(home.startedAt)}
        />
      )}
      {goes && (
        <Button
          variant={trip || expected ? 'quiet' : 'secondary'}
          aria-haspopup="dialog"
          {...named(trip || expected ? texts.common.edit : coming.goes)}
          onClick={onOpen}
        />
      )}
      {goes && isSoon && (
        <Button
          variant="secondary"
          {...named(coming.goesNow)}
          busy={isBusy}
          onClick={() => say(leaving(), () => keepFocus(HEADING))}
        />
      )}
      {failure && (
        <p role="alert" className={`${styles.failed} small strong`}>
          {failure}
        </p>
      )}
    </>
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
