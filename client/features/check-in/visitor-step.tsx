import CloudOff from 'lucide-react/icons/cloud-off';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { LinkButton } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PersonName } from '#client/ui/person-name.tsx';
import { StatusPill } from '#client/ui/status-pill.tsx';
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
          <li key={visitor.ref.visitor}>
            <VisitorRow visitor={visitor} onTap={() => onTap(visitor)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function VisitorRow({ visitor, onTap }: { visitor: VisitorView; onTap: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, contact, status, timestamp, hasVisited, row, ref } = visitor;
  const isFriend = ref.kind === 'friend';
  return (
    <button type="button" className={styles.row} onClick={onTap}>
      <span className={styles.person}>
        <span className={styles.name}>
          <PersonName>{name}</PersonName>
        </span>
        <span className={styles.detail}>
          {isFriend ? t(($) => $.common.friend) : t(($) => $.common.guest)}
          {' · '}
          <bdi>{isFriend ? contact : t(($) => $.home.modal.parentId, { id: contact })}</bdi>
        </span>
      </span>
      <span className={styles.state}>
        <StatusPill status={status} />
        {row === 'waiting' ? (
          <span className={styles.detail}>
            <CloudOff size={16} aria-hidden="true" /> {t(($) => $.common.waitingForNetwork)}
          </span>
        ) : (
          hasVisited &&
          timestamp && (
            <span className={styles.detail}>
              {t(($) => $.home.modal.since, { time: format.sinceTime(timestamp) })}
            </span>
          )
        )}
      </span>
    </button>
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
  const [order] = useState(() => byRecency(visitors).map(({ ref }) => ref.visitor));
  const place = ({ ref }: VisitorView) => order.indexOf(ref.visitor);
  return visitors.toSorted((a, b) => place(a) - place(b));
}
