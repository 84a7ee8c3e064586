import { memo, type ReactNode } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { ByWhom, type Parents } from '#client/people/by-whom.tsx';
import type { Tone } from '#client/people/child-tones.ts';
import { CompactRow } from '#client/people/compact-row.tsx';
import { UNDO_SHOWN_FOR } from '#client/people/undo-button.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useIsRecent, useNow } from '#client/ui/hooks/use-now.ts';
import { Host } from './host.tsx';
import type { VisitorOfChild } from './presence.ts';
import { RowState } from './row-state.tsx';
import { RowTap, RowUndo } from './row-tap.tsx';
import styles from './rows.module.css';
import { Time } from './time.tsx';
import { useAsTapped } from './use-as-tapped.ts';

export type RowNote = (visitor: VisitorView, shown: VisitorView) => ReactNode;

interface Props extends VisitorOfChild {
  tone: Tone;
  parents: Parents;
  actions: VisitorActions;
  onOpen(visitor: VisitorView): void;
  note: RowNote;
}

/** A visitor who is here, and the tap that checks them out. */
export const HereRow = memo(function HereRow({ visitor: shown, onOpen, note, ...props }: Props) {
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
      isCrowded={hasUndo && acted.status === 'in'}
      gone={visitor.status === 'out' ? 'out' : undefined}
      onOpen={() => onOpen(visitor)}
      action={
        <>
          <RowUndo {...tap} />
          <RowTap {...tap} isDone={acted.status !== visitor.status} />
        </>
      }
      note={note(visitor, shown)}
    >
      <RowState visitor={visitor} listed="in">
        <Host name={child.name} />
        {visitor.timestamp && <Since at={visitor.timestamp} />}
        {parents && visitor.openVisit?.arrived && (
          <span className={styles.by}>
            <span className={styles.dot}> · </span>
            <ByWhom parents={parents} uids={[visitor.openVisit.arrived.by]} />
          </span>
        )}
      </RowState>
    </CompactRow>
  );
});

/** " · since 15:42", with the duration where there is room for it. */
function Since({ at }: { at: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow(Date.parse(at));
  const time = format.sinceTime(at);
  return (
    <>
      {' · '}
      <Time words={t(($) => $.hereNow.since, { time })} time={time} />
      <span className={styles.duration}>{`\u00a0· ${format.soFar(now - Date.parse(at))}`}</span>
    </>
  );
}
