import { memo, useId } from 'react';
import type { ChildView, VisitorView, VisitView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import type { Elements } from '#client/lib/jsx.ts';
import { ByWhom, type Parents } from '#client/people/by-whom.tsx';
import { type Tone, toneOf } from '#client/people/child-tones.ts';
import { CompactList, CompactRow } from '#client/people/compact-row.tsx';
import { NoteMark } from '#client/people/note.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { UNDO_SHOWN_FOR } from '#client/people/undo-button.tsx';
import { shownTime } from '#client/people/visit-span.ts';
import { ClockOff, NoContact } from '#client/session/no-contact.tsx';
import { useViewPart, useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ShowMore, useShowMore } from '#client/ui/buttons/show-more.tsx';
import { useIsRecent, useNow } from '#client/ui/hooks/use-now.ts';
import type { Id } from '#domain/ids.ts';
import { EmptyLine } from './check-in-list.tsx';
import { EverybodyHome } from './everybody-home.tsx';
import styles from './here-now.module.css';
import { countHere, lastArrival, presentVisitors, type VisitorOfChild } from './presence.ts';
import { Host, RowState, RowTap, RowUndo } from './row-parts.tsx';
import rows from './rows.module.css';
import { useAsTapped } from './use-as-tapped.ts';

/** The id of the board's heading. */
const HEADING = 'here-now';

interface Props {
  list: readonly ChildView[];
  parents: Parents;
  actions: VisitorActions;
  /** The visitors to show; left out, all. */
  matches?: ((visitor: VisitorOfChild) => boolean) | undefined;
  /** The visits that need an answer. */
  asking: readonly Id[];
  /** Opens the sheet of a visitor. Always the same function. */
  onOpen(visitor: VisitorView): void;
  /** Renders what stands below a row, of the visitor as they are now and as the list shows them. */
  note: RowNote;
}

interface HereNowProps extends Props {
  /** The number of those who came and are not in `list` yet. */
  news: number;
  onShowNews(): void;
  /** Stands beside the count where there is room. */
  search: Elements;
}

/** The here-now board: the visitors who are here, since when, and one tap to check each out. */
export function HereNow({ news, onShowNews, search, ...props }: HereNowProps) {
  const { texts } = useTranslation();
  return (
    <section aria-labelledby={HEADING} className={styles.board}>
      <div className={`${styles.top} row between`}>
        {/* The count says it to who looks. */}
        <h2 id={HEADING} tabIndex={-1} className="visually-hidden">
          {texts.hereNow.heading}
        </h2>
        <div className={styles.state}>
          <Count />
          {news > 0 && <News count={news} onShow={onShowNews} />}
        </div>
        <EverybodyHome />
        {search}
      </div>
      <NoContact />
      <ClockOff />
      <Rows {...props} />
    </section>
  );
}

/** Updates at once after a tap; the lists follow when nobody touches them. */
function Count() {
  const { t } = useTranslation();
  const count = useViewPart((view) => countHere(view.children)) ?? 0;
  return (
    <p role="status" className={styles.count}>
      {t(($) => $.people.hereCount, { count })}
    </p>
  );
}

const Rows = memo(function Rows({ list, parents, asking, actions, matches, onOpen, note }: Props) {
  const { texts } = useTranslation();
  const present = presentVisitors(list, asking);
  const found = matches ? present.filter(matches) : present;
  const { shown, isAll, showMore } = useShowMore(found, 24);
  if (present.length === 0)
    return (
      <EmptyLine
        className={`${styles.nobody} muted`}
        lacks={({ children }) => presentVisitors(children).map(({ visitor }) => visitor)}
      >
        {texts.hereNow.nobodyHint}
      </EmptyLine>
    );
  return (
    <>
      {found.length > 0 && (
        <CompactList>
          {shown.map(({ child, visitor }) => (
            <HereRow
              key={visitor.ref.visitor}
              child={child}
              visitor={visitor}
              tone={toneOf(list, child.id)}
              parents={parents}
              actions={actions}
              onOpen={onOpen}
              note={note}
            />
          ))}
        </CompactList>
      )}
      {!isAll && <ShowMore label={texts.people.showMore} onClick={showMore} />}
    </>
  );
});

type RowNote = (visitor: VisitorView, shown: VisitorView) => Elements;

interface RowProps extends VisitorOfChild {
  tone: Tone;
  parents: Parents;
  actions: VisitorActions;
  onOpen(visitor: VisitorView): void;
  note: RowNote;
}

/** A visitor who is here, and the tap that checks them out. */
const HereRow = memo(function HereRow({ visitor: shown, onOpen, note, ...props }: RowProps) {
  const { child, tone, parents, actions } = props;
  const visitor = useVisitor(shown);
  const acted = useAsTapped(visitor, shown);
  const tap = { visitor: acted, listed: 'in', actions } as const;
  const hasUndo = useIsRecent(acted.undo && acted.timestamp, UNDO_SHOWN_FOR);
  return (
    <CompactRow
      id={visitor.ref.visitor}
      name={shown.name}
      tone={tone}
      mark={<NoteMark visitor={visitor} />}
      isCrowded={hasUndo && acted.status === 'in'}
      gone={visitor.status === 'out' ? 'out' : undefined}
      onOpen={() => onOpen(visitor)}
      action={
        <>
          <RowUndo {...tap} />
          <RowTap {...tap} visit={shown.openVisit?.visit} isDone={acted.status !== visitor.status} />
        </>
      }
      note={note(visitor, shown)}
    >
      <RowState visitor={visitor} listed="in">
        <Host name={child.name} />
        {visitor.timestamp && <Since at={visitor.timestamp} />}
        {parents && visitor.openVisit?.arrived && (
          <span className={rows.by}>
            <span className={rows.dot}>
              <Dot />
            </span>
            <ByWhom parents={parents} uids={[visitor.openVisit.arrived.by]} />
          </span>
        )}
      </RowState>
    </CompactRow>
  );
});

/** " · 42 min", after "since 15:42" where there is room for both. */
function Since({ at }: { at: string }) {
  const { t, format } = useTranslation();
  const ms = shownTime({ from: Date.parse(at), to: useNow() });
  return (
    <>
      <Dot />
      <span className={rows.at}>
        <span>{t(($) => $.hereNow.since, { time: format.sinceTime(at) })}</span>
        <Dot />
      </span>
      <span className={rows.duration}>{format.soFar(ms)}</span>
    </>
  );
}

/** "1 ny": shows at once who came while the list holds still. It lies beside the count and moves nothing. */
function News({ count, onShow }: { count: number; onShow: () => void }) {
  const { t, texts } = useTranslation();
  return (
    <button type="button" data-row="" className={`${styles.news} strong bare`} onClick={onShow}>
      <span>{t(($) => $.hereNow.news, { count })}</span>
      <span className="visually-hidden">{` – ${texts.hereNow.showNews}`}</span>
    </button>
  );
}

/** The visitor checked in last, and when, in one line. */
export const LastCheckIn = memo(function LastCheckIn({ history }: { history: readonly VisitView[] }) {
  const { texts, format } = useTranslation();
  const heading = useId();
  useNow();
  const visit = lastArrival(history);
  return (
    <section aria-labelledby={heading} className={`${styles.last} wrap`}>
      <h2 id={heading}>{texts.hereNow.lastCheckIn}</h2>
      <span> </span>
      {visit?.arrived ? (
        <span className="muted wrap">
          <PersonName>{visit.name}</PersonName>
          <span>{` ${texts.history.with} `}</span>
          <PersonName>{visit.childName}</PersonName>
          <Dot />
          <time dateTime={visit.arrived.at}>{format.sinceTime(visit.arrived.at)}</time>
        </span>
      ) : (
        <span className="muted wrap">{texts.hereNow.noCheckIn}</span>
      )}
    </section>
  );
});
