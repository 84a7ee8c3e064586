import CloudOff from 'lucide-react/icons/cloud-off';
import { memo } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { StatusPill } from '#client/people/status-pill.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { classes } from '#client/ui/classes.ts';
import { USUAL_REPLY_TIME, useLasting } from '#client/ui/hooks/use-lasting.ts';
import styles from './check-in.module.css';

interface RowProps {
  visitor: VisitorView;
  onTap: (visitor: VisitorView) => void;
}

/** Renders again only if its own visitor changed: the list may be long, and a tap must show at once. */
export const VisitorRow = memo(function VisitorRow({ visitor: shown, onTap }: RowProps) {
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
            <bdi>{isFriend ? parentContact : t(($) => $.modal.parentId, { id: parentContact })}</bdi>
          </span>
          <RowState visitor={shown} />
        </span>
      </button>
    </li>
  );
});

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
      {t(($) => $.modal.since, { time: isNew ? '00:00' : format.sinceTime(timestamp) })}
    </span>
  );
}
