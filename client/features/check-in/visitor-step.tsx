import CloudOff from 'lucide-react/icons/cloud-off';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PersonName } from '#client/ui/person-name.tsx';
import { StatusPill } from '#client/ui/status-pill.tsx';
import { USUAL_ANSWER, useLasting } from '#client/ui/use-lasting.ts';
import { useLatest } from '#client/ui/use-latest.ts';
import type { Status } from '#domain/documents.ts';
import styles from './check-in.module.css';
import { byRecency } from './outcome.ts';

interface VisitorStepProps {
  child: ChildView;
  mode: Status;
  onTap: (visitor: VisitorView) => void;
}

/** Step 2: who came or went. */
export function VisitorStep({ child, mode, onTap }: VisitorStepProps) {
  const { t } = useTranslation();
  const visitors = useSettledOrder([...child.friends, ...child.guests]);
  const tap = useLatest(onTap);
  const { name } = child;
  if (visitors.length === 0) return <NoVisitors name={name} />;
  return (
    <div className={styles.step}>
      <h3>
        {mode === 'in'
          ? t(($) => $.home.modal.chooseVisitorIn, { name })
          : t(($) => $.home.modal.chooseVisitorOut, { name })}
      </h3>
      <ul className={styles.list}>
        {visitors.map((visitor) => (
          <VisitorRow key={visitor.ref.visitor} visitor={visitor} onTap={tap} />
        ))}
      </ul>
    </div>
  );
}

/** A row draws anew only when its own visitor changed: the list may be long, and a tap must show at once. */
const VisitorRow = memo(function VisitorRow({ visitor, onTap }: RowProps) {
  const { t } = useTranslation();
  const { name, contact, status, ref } = visitor;
  const isFriend = ref.kind === 'friend';
  return (
    <li>
      <button type="button" data-moves className={styles.row} onClick={() => onTap(visitor)}>
        <span className={styles.name}>
          <PersonName>{name}</PersonName>
        </span>
        <StatusPill status={status} />
        <span className={styles.second}>
          <span>
            {isFriend ? t(($) => $.common.friend) : t(($) => $.common.guest)}
            {' · '}
            <bdi>{isFriend ? contact : t(($) => $.home.modal.parentId, { id: contact })}</bdi>
          </span>
          <RowState visitor={visitor} />
        </span>
      </button>
    </li>
  );
});

interface RowProps {
  visitor: VisitorView;
  onTap: (visitor: VisitorView) => void;
}

/** Since when the status holds, or that the server does not know of it yet. */
function RowState({ visitor: { row, hasVisited, timestamp } }: { visitor: VisitorView }) {
  const { t } = useTranslation();
  const format = useFormat();
  const isWaiting = useLasting(row === 'waiting', USUAL_ANSWER);
  if (isWaiting)
    return (
      <span className={styles.state}>
        <CloudOff size={16} aria-hidden="true" /> {t(($) => $.common.waitingForNetwork)}
      </span>
    );
  if (!hasVisited || timestamp === undefined) return null;
  return (
    <span className={styles.state}>
      {t(($) => $.home.modal.since, { time: format.sinceTime(timestamp) })}
    </span>
  );
}

function NoVisitors({ name }: { name: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      heading="h3"
      title={t(($) => $.home.modal.noVisitorsTitle)}
      text={t(($) => $.home.modal.noVisitorsText, { name })}
      action={<LinkButton to="/profile">{t(($) => $.home.modal.toProfile)}</LinkButton>}
    />
  );
}

/** The most recent first, as it was when the list opened: a row must not move away from under a finger. */
function useSettledOrder(visitors: readonly VisitorView[]): VisitorView[] {
  const [order] = useState(() => new Map(byRecency(visitors).map(({ ref }, place) => [ref.visitor, place])));
  const place = ({ ref }: VisitorView) => order.get(ref.visitor) ?? -1;
  return visitors.toSorted((a, b) => place(a) - place(b));
}
