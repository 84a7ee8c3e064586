import { memo } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import type { Parents } from '#client/people/by-whom.tsx';
import { toneOf } from '#client/people/child-tones.ts';
import { CompactList } from '#client/people/compact-row.tsx';
import { ClockOff } from '#client/session/clock-off.tsx';
import { NoContact } from '#client/session/no-contact.tsx';
import { useViewPart } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ShowMore } from '#client/ui/buttons/show-more.tsx';
import { useShowMore } from '#client/ui/hooks/use-show-more.ts';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import type { Id } from '#domain/ids.ts';
import { EmptyLine } from './empty-line.tsx';
import styles from './here-now.module.css';
import { HereRow, type RowNote } from './here-row.tsx';
import { News } from './news.tsx';
import { countHere, presentVisitors, type VisitorOfChild } from './presence.ts';

/** The id of the board's heading. */
const HEADING = 'here-now';

interface Props {
  list: readonly ChildView[];
  parents: Parents;
  actions: VisitorActions;
  /** The visitors to show; left out, all. */
  matches?: ((visitor: VisitorOfChild) => boolean) | undefined;
  /** The visits whose planned time home is past. */
  due: readonly Id[];
  /** Opens the sheet of a visitor. Always the same function. */
  onOpen(visitor: VisitorView): void;
  /** Renders what stands below a row, of the visitor as they are now and as the list shows them. */
  note: RowNote;
}

interface HereNowProps extends Props {
  /** The number of those who came and are not in `list` yet. */
  news: number;
  onShowNews(): void;
}

/** The here-now board: the visitors who are here, since when, and one tap to check each out. */
export function HereNow({ news, onShowNews, ...props }: HereNowProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby={HEADING} className={styles.board}>
      <SectionHeading
        id={HEADING}
        action={
          <div className={styles.state}>
            <News count={news} onShow={onShowNews} />
            <Count />
          </div>
        }
      >
        {t(($) => $.hereNow.heading)}
      </SectionHeading>
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
    <p role="status" className={styles.count} data-some={count > 0 || undefined}>
      {t(($) => $.people.hereCount, { count })}
    </p>
  );
}

const Rows = memo(function Rows({ list, parents, due, actions, matches, onOpen, note }: Props) {
  const { t } = useTranslation();
  const present = presentVisitors(list, due);
  const found = matches ? present.filter(matches) : present;
  const { shown, isAll, showMore } = useShowMore(found, 24);
  if (present.length === 0)
    return (
      <EmptyLine className={styles.nobody} holds={({ children }) => countHere(children) === 0}>
        {t(($) => $.hereNow.nobodyHint)}
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
      {!isAll && <ShowMore onClick={showMore}>{t(($) => $.people.showMore)}</ShowMore>}
    </>
  );
});
