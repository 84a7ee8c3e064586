import { memo } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { Dot } from '#client/lib/dot.tsx';
import type { Tone } from '#client/people/child-tones.ts';
import { CompactRow } from '#client/people/compact-row.tsx';
import { NoteMark } from '#client/people/note.tsx';
import { useVisitor } from '#client/session/use-household.ts';
import type { VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Host, RowState, RowTap, RowUndo, Time } from './row-parts.tsx';
import { useAsTapped } from './use-as-tapped.ts';

interface Props {
  visitor: VisitorView;
  tone: Tone;
  actions: VisitorActions;
  /** The name of the child, in a list of all children's visitors; the whole row is then the tap's target. */
  host?: string;
  onOpen?: (visitor: VisitorView) => void;
}

/** A visitor who is out, and the tap that checks them in. */
export const ArrivalRow = memo(function ArrivalRow({ visitor: shown, tone, actions, host, onOpen }: Props) {
  const visitor = useVisitor(shown);
  const acted = useAsTapped(visitor, shown);
  const tap = { visitor: acted, listed: 'out', actions } as const;
  return (
    <CompactRow
      id={visitor.ref.visitor}
      name={shown.name}
      tone={tone}
      mark={<NoteMark visitor={visitor} />}
      gone={visitor.status === 'in' ? 'in' : undefined}
      onOpen={onOpen && (() => onOpen(visitor))}
      action={
        <>
          <RowUndo {...tap} />
          <RowTap
            {...tap}
            visit={acted.openVisit?.visit}
            isDone={acted.status !== visitor.status}
            isStretched={host !== undefined}
          />
        </>
      }
    >
      <RowState visitor={visitor} listed="out">
        {host !== undefined && (
          <>
            <Host name={host} />
            <Dot />
          </>
        )}
        <Left visitor={visitor} isShort={host !== undefined} />
      </RowState>
    </CompactRow>
  );
});

/** "Gick 15:58", or that the visitor was never here; short, days ago have no time. */
export function Left({ visitor, isShort }: { visitor: VisitorView; isShort: boolean }) {
  const { hasVisited, timestamp, ref } = visitor;
  const { t, texts, format } = useTranslation();
  const kind = ref.kind === 'guest' ? texts.common.guest : texts.common.friend;
  if (!hasVisited || !timestamp) return <span>{kind}</span>;
  const time = isShort ? format.sinceShort(timestamp) : format.sinceTime(timestamp);
  const words = t(($) => $.hereNow.leftAt, { time });
  return (
    <>
      {ref.kind === 'guest' && <span>{kind}</span>}
      {ref.kind === 'guest' && <Dot />}
      {isShort ? <Time words={words} time={time} /> : <span>{words}</span>}
    </>
  );
}
