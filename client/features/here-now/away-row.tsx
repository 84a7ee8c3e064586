import House from 'lucide-react/icons/house';
import { type MouseEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useVisitor } from '#client/app/household.ts';
import type { VisitorView } from '#client/data/port.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { CallLink } from '#client/ui/call-link.tsx';
import { PersonRow } from '#client/ui/person-row.tsx';
import { RecentUndo } from '#client/ui/recent-undo.tsx';
import { RowMark } from '#client/ui/row-mark.tsx';
import { StatusPill } from '#client/ui/status-pill.tsx';
import { TellButton } from '#client/ui/tell-button.tsx';
import styles from './here-now.module.css';
import { goOnAt, useSet } from './use-set.ts';
import type { Taps } from './use-taps.ts';

interface Props {
  visitor: VisitorView;
  taps: Taps;
  /** The id of the list's heading. */
  heading: string;
}

/** Somebody who is not here, and the tap that checks them in. */
export const AwayRow = memo(function AwayRow({ visitor, taps, heading }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { status } = useVisitor(visitor);
  const { name, contact, hasVisited, timestamp, row, undo, ref } = visitor;
  const checkIn = useSet(taps, visitor, 'in', heading);
  const takeBack = (event: MouseEvent) => {
    void taps.undo(visitor);
    goOnAt(heading, event);
  };
  const actions = (
    <>
      {ref.kind === 'friend' && <CallLink name={name} phone={contact} />}
      {undo && (
        <RecentUndo at={timestamp} name={name} onUndo={takeBack}>
          <TellButton name={name} onTell={() => taps.tell(ref)} />
        </RecentUndo>
      )}
      <Button
        variant="checkIn"
        data-moves
        className={styles.rowTap}
        icon={<House size={22} aria-hidden="true" />}
        aria-label={t(($) => $.people.checkInNamed, { name })}
        onClick={checkIn}
      >
        {t(($) => $.common.checkIn)}
      </Button>
    </>
  );
  return (
    <PersonRow name={name} actions={actions}>
      <StatusPill status={status} />
      {ref.kind === 'guest' && <span>{t(($) => $.common.guest)}</span>}
      {hasVisited && timestamp && (
        <span>{t(($) => $.hereNow.leftAt, { time: format.sinceTime(timestamp) })}</span>
      )}
      <RowMark row={row} />
    </PersonRow>
  );
});
