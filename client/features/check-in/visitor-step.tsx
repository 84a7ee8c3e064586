import CloudOff from 'lucide-react/icons/cloud-off';
import { memo, useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { StatusPill } from '#client/people/status-pill.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { LinkButton } from '#client/ui/buttons/button.tsx';
import { ShowMore } from '#client/ui/buttons/show-more.tsx';
import { classes } from '#client/ui/classes.ts';
import { EmptyState } from '#client/ui/feedback/empty-state.tsx';
import { USUAL_REPLY_TIME, useLasting } from '#client/ui/hooks/use-lasting.ts';
import { useShowMore } from '#client/ui/hooks/use-show-more.ts';
import type { Status } from '#domain/documents.ts';
import styles from './check-in.module.css';
import { byRecency } from './sort-by-recency.ts';

/** The number of rows shown at first, most recent first: with hundreds of rows a tap would render late. */
const PORTION = 50;

interface VisitorStepProps {
  child: ChildView;
  mode: Status;
  /** A stable function, so that a tap renders only its own row. */
  onTap: (visitor: VisitorView) => void;
}

/** Step 2: tap the visitor who came or went. */
export const VisitorStep = memo(function VisitorStep({ child, mode, onTap }: VisitorStepProps) {
  const { t } = useTranslation();
  const visitors = useInitialOrder([...child.friends, ...child.guests]);
  const { shown, isAll, showMore } = useShowMore(visitors, PORTION);
  const { name } = child;
  if (visitors.length === 0) return <NoVisitors child={child} />;
  return (
    <div className={styles.step}>
      <h3>
        {mode === 'in'
          ? t(($) => $.home.modal.chooseVisitorIn, { name })
          : t(($) => $.home.modal.chooseVisitorOut, { name })}
      </h3>
      <ul className={styles.list}>
        {shown.map((visitor) => (
          <VisitorRow key={visitor.ref.visitor} visitor={visitor} onTap={onTap} />
        ))}
      </ul>
      {!isAll && <ShowMore onClick={showMore}>{t(($) => $.people.showMore)}</ShowMore>}
    </div>
  );
});

/** Renders again only if its own visitor changed: the list may be long, and a tap must show at once. */
const VisitorRow = memo(function VisitorRow({ visitor: shown, onTap }: RowProps) {
  const { t } = useTranslation();
  const visitor = useVisitor(shown);
  const { name, parentContact, status, ref } = visitor;
  const isFriend = ref.kind === 'friend';
  return (
    <li>
      <button
        type="button"
        data-moves
        className={classes(styles.row, styles.visitor)}
        onClick={() => onTap(visitor)}
      >
        <span className={styles.name}>
          <PersonName>{name}</PersonName>
        </span>
        <StatusPill status={status} />
        <span className={styles.second}>
          <span>
            {isFriend ? t(($) => $.common.friend) : t(($) => $.common.guest)}
            {' · '}
            <bdi>{isFriend ? parentContact : t(($) => $.home.modal.parentId, { id: parentContact })}</bdi>
          </span>
          <RowState visitor={shown} />
        </span>
      </button>
    </li>
  );
});

interface RowProps {
  visitor: VisitorView;
  onTap: (visitor: VisitorView) => void;
}

/** The time of the status, or that it waits for the network. */
function RowState({ visitor: { row, hasVisited, timestamp } }: { visitor: VisitorView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isWaiting = useLasting(row === 'waiting', USUAL_REPLY_TIME);
  if (isWaiting)
    return (
      <span className={styles.state}>
        <CloudOff size={16} aria-hidden="true" /> {t(($) => $.common.waitingForNetwork)}
      </span>
    );
  // A visitor who was never here keeps the space of a time, so that a tap on them moves no row.
  const isNew = !hasVisited || timestamp === undefined;
  return (
    <span className={styles.state} data-new={isNew || undefined}>
      {t(($) => $.home.modal.since, { time: isNew ? '00:00' : format.sinceTime(timestamp) })}
    </span>
  );
}

function NoVisitors({ child: { id, name } }: { child: ChildView }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      heading="h3"
      title={t(($) => $.home.modal.noVisitorsTitle)}
      text={t(($) => $.home.modal.noVisitorsText, { name })}
      action={<LinkButton to={`/profile?child=${id}`}>{t(($) => $.home.modal.toProfile)}</LinkButton>}
    />
  );
}

/** Sorts by recency as of when the list opened: a row must not move away under a finger. */
function useInitialOrder(visitors: readonly VisitorView[]): VisitorView[] {
  const [order] = useState(() => new Map(byRecency(visitors).map(({ ref }, place) => [ref.visitor, place])));
  const place = ({ ref }: VisitorView) => order.get(ref.visitor) ?? -1;
  return visitors.toSorted((a, b) => place(a) - place(b));
}
