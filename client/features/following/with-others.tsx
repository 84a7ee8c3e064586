import Clock from 'lucide-react/icons/clock';
import { useLayoutEffect, useRef, useState } from 'react';
import { Initials } from '#client/people/person-name.tsx';
import { useFollowedCalls, useWatchFollowed } from '#client/session/use-followed.ts';
import { Fill, type Filled, plain, shownTrip } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { List, SectionHeading } from '#client/ui/sections.tsx';
import type { Follow } from '#domain/protocol/following-calls.ts';
import { FollowButton } from './follow-button.tsx';
import { shapeOf } from './followed-rows.ts';
import styles from './following.module.css';
import { canGo, useComing, useSay } from './use-coming.ts';
import { useAsOf, useFollowing, useVisitWords, useWhom } from './use-following.ts';

export function WatchFollowed() {
  useWatchFollowed();
  // Preload, so that the section appears without a wait.
  useTranslation('details');
  return null;
}

const HEADING = 'with-others';

const FollowedSheet = lazyDialog(() => import('./followed-sheets.tsx'), 'FollowedSheet');
const ComingSheet = lazyDialog(() => import('./followed-sheets.tsx'), 'ComingSheet');
const EndFollowing = lazyDialog(() => import('./follow-dialogs.tsx'), 'EndFollowing');

export interface WithOthersProps {
  /** From the frozen board. */
  rows: readonly Follow[];
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
  const end = () => setOpened(opened && { ...opened, sheet: 'end' });
  return (
    <section aria-labelledby={HEADING} data-stale={isStale || undefined} className="sized">
      <SectionHeading
        id={HEADING}
        action={
          <p role="status" className={`${styles.asOf} small strong`}>
            {isStale && t(($) => $.following.asOf, { time })}
          </p>
        }
      >
        {texts.following.heading}
      </SectionHeading>
      <div className="stack gap-2">
        <List className="stack raised surface">
          {rows.map((row) => (
            <Row key={row.id} shown={row} onOpen={(sheet) => setOpened({ row, sheet })} />
          ))}
        </List>
        <FollowButton />
      </div>
      {opened?.sheet === 'answer' && <FollowedSheet opened={opened.row} onEnd={end} onClose={close} />}
      {opened?.sheet === 'go' && <ComingSheet opened={opened.row} onEnd={end} onClose={close} />}
      {opened?.sheet === 'end' && <EndFollowing row={opened.row} onClose={close} />}
    </section>
  );
}

interface RowProps {
  shown: Follow;
  onOpen(sheet: Sheet): void;
}

/** Changed by others, it keeps its height, without buttons, until the list may change. */
function Row({ shown, onOpen }: RowProps) {
  const now = useFollowing(shown.id);
  const row = now ?? shown;
  const said = useFollowedCalls().said(shown.id);
  const isHeld = !now || ![shown, said].some((one) => one && shapeOf([one]) === shapeOf([now]));
  const { headline, lines } = useWords(row, !now);
  const { id, name } = row;
  const place = useRef<HTMLLIElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    if (!isHeld) height.current = place.current?.offsetHeight ?? 0;
  });
  const held = isHeld ? { blockSize: height.current, overflow: 'clip' } : undefined;
  return (
    <li ref={place} data-row={id} inert={isHeld} style={held} className={`${styles.row} row gap-2`}>
      <div className={`${styles.text} line gap-3`}>
        {name === null ? (
          <span className={`${styles.mark} circle muted`}>
            <Clock size={22} />
          </span>
        ) : (
          <Initials {...{ id, name }} />
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
      <RowButtons row={row} onOpen={onOpen} />
    </li>
  );
}

const said = (words: string): Filled => ({ text: '{{words}}', values: { words } });

function useWords(row: Follow, isEnded: boolean): { headline: Filled; lines: readonly Filled[] } {
  const { name, child, agreedAt } = row;
  const { t, texts, format } = useTranslation('details');
  const asked = useAskedWords(row);
  const whom = useWhom(row);
  const { trip, words } = useComing(row);
  const seen = useVisitWords(row.visit);
  if (name === null) return { headline: said(texts.following.asked), lines: [said(asked)] };
  const headline = { text: '{{name}}', values: { name } };
  if (isEnded) return { headline, lines: [said(t(($) => $.following.confirm.ended, { whom }))] };
  const goingHome = row.visit && shownTrip(row.visit, row.visit.asOf);
  const isAwaited = goingHome && !goingHome.said?.isHome;
  // An expected time must not hide how the last visit ended.
  if (words && (trip || !seen) && canGo(row) && !isAwaited) return { headline, lines: [words] };
  if (seen) return { ...seen, lines: [...seen.row, ...(words ? [words] : [])] };
  // Shown so that nobody forgets the follow.
  const away = child === null ? texts.following.hidden : t(($) => $.following.away, { child });
  const since = t(($) => $.following.since, { date: format.date(agreedAt ?? '') });
  return { headline, lines: [said(away), said(since)] };
}

function useAskedWords({ askedAt }: Follow): string {
  const { t, format } = useTranslation('details');
  useNow();
  return t(($) => $.following.askedAt, { time: format.sinceTime(askedAt) });
}

function RowButtons({ row, onOpen }: { row: Follow; onOpen(sheet: Sheet): void }) {
  const { texts } = useTranslation('details');
  const { following, common } = texts;
  const { asOf } = useAsOf();
  const { trip, expected, words } = useComing(row);
  const { isBusy, failure, say, sayHome, leaving } = useSay(row);
  const [whom, asked] = [useWhom(row), useAskedWords(row)];
  const named = (label: string) => ({ label, 'aria-label': `${label}. ${whom || asked}` });
  const opens = (sheet: Sheet) => ({ 'aria-haspopup': 'dialog' as const, onClick: () => onOpen(sheet) });
  const { visit, agreedAt } = row;
  const end = agreedAt === null ? following.takeBack : following.end;
  const home = visit && shownTrip(visit, asOf);
  const isHome = home?.said?.isHome;
  const goes = canGo(row);
  return (
    <>
      <div className={`${styles.buttons} row gap-2`}>
        {visit && <Button variant="secondary" {...named(following.answer)} {...opens('answer')} />}
        {!visit && !goes && <Button variant="quiet" {...named(end)} {...opens('end')} />}
        {home && isHome !== false && !(isHome && trip) && (
          <Button
            variant="secondary"
            {...named(following.visit.trip.home)}
            aria-pressed={isHome ?? false}
            busy={isBusy}
            onClick={() => isHome || sayHome(home.startedAt)}
          />
        )}
        {words ? (
          <Button variant="quiet" {...named(common.edit)} {...opens('go')} />
        ) : (
          goes && <Button variant="secondary" {...named(following.coming.goes)} {...opens('go')} />
        )}
        {goes && expected && !trip && (
          <Button
            variant="secondary"
            {...named(following.coming.goesNow)}
            busy={isBusy}
            onClick={() => say(leaving(), () => keepFocus(HEADING))}
          />
        )}
      </div>
      {failure && (
        <p role="alert" className={`${styles.failed} small strong`}>
          {failure}
        </p>
      )}
    </>
  );
}
