import Clock from 'lucide-react/icons/clock';
import Link2 from 'lucide-react/icons/link-2';
import { useId, useState } from 'react';
import type { LinkView, VisitorView, VisitView } from '#client/data/port.ts';
import { Form } from '#client/forms/form.tsx';
import { TimeField, useTimeName } from '#client/forms/time-field.tsx';
import { ChangedMeanwhile } from '#client/forms/use-fields.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { addDays, clockOf, dayOf, timesOn } from '#client/ui/local-day.ts';
import { List } from '#client/ui/sections.tsx';
import { isChanged } from '#domain/fields.ts';
import { isRefusedLink, linkEnd } from '#domain/links/link-life.ts';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import styles from './links.module.css';
import { AnswerOf, useLinkWords, useSharingActions } from './use-sharing.tsx';

interface SharingPartProps {
  visit: VisitView;
  visitor: VisitorView | undefined;
  onDone(): void;
}

/** All that the other family sees through a link. */
export function SharingPart({ visit, visitor, onDone }: SharingPartProps) {
  useTranslation('details');
  const { answer, links, open } = visit;
  return (
    <>
      {(visit.expected || (open && visitor)) && <PlannedTime visit={visit} onDone={onDone} />}
      {answer && (
        <div className="divided stack gap-2">
          <AnswerOf visit={visit} answer={answer} hasNote />
        </div>
      )}
      {links && links.length > 0 && (
        <LinkList visit={visit} visitor={visitor} links={links} onDone={onDone} />
      )}
    </>
  );
}

interface LinkListProps {
  visit: VisitView;
  visitor: VisitorView | undefined;
  links: readonly LinkView[];
  onDone(): void;
}

function LinkList({ visit, visitor, links, onDone }: LinkListProps) {
  const { t, texts } = useTranslation('details');
  const heading = useId();
  const actions = useSharingActions();
  const takeBack = () => {
    void actions.takeLinksBack(visit);
    onDone();
  };
  return (
    <section aria-labelledby={heading} className="divided stack gap-2">
      <h3 id={heading} className="medium line gap-2">
        <Link2 size={18} />
        <span>{texts.links.title}</span>
      </h3>
      <List className="stack gap-2">
        {links.map((link) => (
          <LinkLine key={link.id} visit={visit} visitor={visitor ?? {}} link={link} />
        ))}
      </List>
      <p className="muted small">{texts.links.openedMeans}</p>
      <div>
        <Button
          variant="secondary"
          label={t(($) => $.links.takeBack, { count: links.length })}
          onClick={takeBack}
        />
      </div>
    </section>
  );
}

interface LineProps {
  visit: VisitView;
  visitor: Pick<VisitorView, 'linkRefusal'>;
  link: LinkView;
}

function LinkLine({ visit, visitor, link }: LineProps) {
  const { t, texts, format } = useTranslation('details');
  const words = useLinkWords();
  const now = useNow();
  const end = linkEnd(visit, link);
  const time = format.timeUnder(now, end);
  const until = visit.open ? t(($) => $.links.endsOpen, { time }) : t(($) => $.links.ends, { time });
  return (
    <li>
      <Dotted text={words(link, visitor)} />
      {!isRefusedLink(visitor, link) && (
        <span className="muted small">{` ${end <= now ? texts.links.ended : until}`}</span>
      )}
    </li>
  );
}

interface Props {
  visit: VisitView;
  onDone(): void;
}

/** Never checks anybody out. */
function PlannedTime({ visit, onDone }: Props) {
  const { t, texts, format } = useTranslation('details');
  const heading = useId();
  const { open, expected } = visit;
  const now = useNow();
  const time = expected && format.timeUnder(now, expected.at);
  const isDue = open && expected && Date.parse(expected.at) <= now;
  return (
    <section aria-labelledby={heading} className="divided stack gap-2">
      <h3 id={heading} className="medium line gap-2">
        <Clock size={18} />
        <span>
          {time ? t(($) => (isDue || !open ? $.links.due : $.links.home), { time }) : texts.links.whenHome}
        </span>
      </h3>
      {open && <Choices visit={visit} now={now} onDone={onDone} />}
    </section>
  );
}

function Choices({ visit, now, onDone }: Props & { now: number }) {
  const { t, texts } = useTranslation('details');
  const nameOf = useTimeName();
  const actions = useSharingActions();
  const [isTyping, setTyping] = useState(false);
  const choose = (at: number | null, was?: string) => {
    void actions.expectHome(visit, at, was);
    onDone();
  };
  const planned = visit.expected && Date.parse(visit.expected.at);
  // Six choices in all.
  const halfHours = nextHalfHours(now, planned === undefined ? 5 : 4);
  return (
    <>
      <div className={`${styles.times} stack gap-2`}>
        {halfHours.map((at) => (
          <Button
            key={at}
            variant="secondary"
            className={`${styles.choice} numbers`}
            label={nameOf(at)}
            aria-label={t(($) => $.links.home, { time: nameOf(at) })}
            aria-pressed={at === planned}
            onClick={() => choose(at)}
          />
        ))}
        <Button
          variant="secondary"
          className={`${styles.choice} numbers`}
          aria-expanded={isTyping}
          label={texts.links.otherTime}
          onClick={() => setTyping(!isTyping)}
        />
        {planned !== undefined && (
          <Button
            variant="secondary"
            className={`${styles.choice} numbers`}
            label={texts.links.noTime}
            onClick={() => choose(null)}
          />
        )}
      </div>
      {isTyping && (
        <OtherTime
          planned={visit.expected?.at ?? ''}
          usual={(halfHours.at(-1) ?? now) + HALF_HOUR_MS}
          onChoose={choose}
        />
      )}
    </>
  );
}

interface OtherTimeProps {
  /** ISO, '' for none; may change meanwhile. */
  planned: string;
  /** In ms, shown if none is planned. */
  usual: number;
  /** Both in ms; undefined: every time is. */
  isPossible?: (at: number, now: number) => boolean;
  onChoose(at: number, was: string): void;
}

/** An earlier time is tomorrow's. The first value stays until edited. */
export function OtherTime({ planned, usual, isPossible = () => true, onChoose }: OtherTimeProps) {
  const { t, texts, format } = useTranslation('details');
  const [edited, setEdited] = useState<TypedClock & { was: string }>();
  const [isAsking, setAsking] = useState(false);
  const first = Date.parse(planned) || usual;
  const typed = edited ?? { clock: clockOf(first), at: first, was: planned };
  const now = useNow();
  const timeAt = (by: number) => {
    const time = plannedAt(typed, by);
    return time !== undefined && isPossible(time, by) ? time : undefined;
  };
  const at = timeAt(now);
  const submit = (was = typed.was) => {
    const time = timeAt(correctedNow());
    if (time === undefined) return;
    if (isChanged(was, planned, isoTime(time))) setAsking(true);
    else onChoose(time, was);
  };
  return (
    <Form className={`${styles.otherTime} flow gap-2`} onSubmit={() => submit()}>
      <TimeField
        name="home-at"
        autoFocus
        label={texts.links.otherTime}
        value={typed.clock}
        times={nextTimes(typed.clock, now)}
        at={at ?? Number.NaN}
        onType={(clock) => setEdited({ clock, was: typed.was })}
        onChoose={(chosen) => setEdited({ ...typed, at: chosen })}
      />
      <Button
        type="submit"
        aria-disabled={at === undefined}
        label={
          at === undefined
            ? texts.common.save
            : t(($) => $.links.home, { time: format.timeUnder(correctedNow(), at) })
        }
      />
      {isAsking && (
        <ChangedMeanwhile
          fields={[[texts.links.whenHome, planned && format.timeUnder(correctedNow(), planned)]]}
          isBusy={false}
          onReplace={() => submit(planned)}
          onClose={() => setAsking(false)}
        />
      )}
    </Form>
  );
}

const HALF_HOUR_MS = 30 * MINUTE_MS;

/** All in ms. */
export function nextHalfHours(now: number, count: number): number[] {
  const first = Math.floor(now / HALF_HOUR_MS + 1) * HALF_HOUR_MS;
  return Array.from({ length: count }, (_, step) => first + step * HALF_HOUR_MS);
}

/** `clock` is HH:MM. In ms; two where the clock shows it twice. */
export function nextTimes(clock: string, now: number): number[] {
  const today = dayOf(now);
  const later = [today, addDays(today, 1)].map((day) => timesOn(day, clock).filter((time) => time > now));
  return later.find((times) => times.length > 0) ?? [];
}

/** `at` in ms: as planned before, or chosen of two. */
interface TypedClock {
  clock: string;
  at?: number;
}

/** In ms; undefined if none was typed. */
export function plannedAt({ clock, at = 0 }: TypedClock, now: number): number | undefined {
  return at > now ? at : nextTimes(clock, now)[0];
}

/** From now once the planned time is past; in ms, whole minutes. */
export function halfAnHourMore(planned: string, now: number): number {
  const from = Math.max(Date.parse(planned), now);
  return Math.floor(from / MINUTE_MS) * MINUTE_MS + HALF_HOUR_MS;
}
