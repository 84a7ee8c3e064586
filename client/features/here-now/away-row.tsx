import House from 'lucide-react/icons/house';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitorView } from '#client/data/port.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { Button } from '#client/ui/button.tsx';
import { PersonRow } from '#client/ui/person-row.tsx';
import { RecentUndo } from '#client/ui/recent-undo.tsx';
import { RowMark } from '#client/ui/row-mark.tsx';
import { StatusPill } from '#client/ui/status-pill.tsx';
import styles from './here-now.module.css';
import { useSet } from './use-set.ts';
import type { Taps } from './use-taps.ts';

/** Somebody who is not here, and the tap that checks them in. */
export const AwayRow = memo(function AwayRow({ visitor, taps }: { visitor: VisitorView; taps: Taps }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, hasVisited, timestamp, row, undo, ref } = visitor;
  const checkIn = useSet(taps, visitor, 'in');
  const actions = (
    <>
      {undo && <RecentUndo at={timestamp} name={name} onUndo={() => void taps.undo(visitor)} />}
      <Button
        variant="checkIn"
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
      <StatusPill status="out" />
      {ref.kind === 'guest' && <span>{t(($) => $.common.guest)}</span>}
      {hasVisited && timestamp && (
        <span>{t(($) => $.hereNow.leftAt, { time: format.sinceTime(timestamp) })}</span>
      )}
      <RowMark row={row} />
    </PersonRow>
  );
});
