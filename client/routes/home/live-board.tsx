import { useCallback, useEffect, useRef, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { sampleData } from '#client/data/view/sample-household.ts';
import { countHere } from '#client/features/here-now/board-order.ts';
import { Host, RowState, RowTap, RowUndo } from '#client/features/here-now/row-parts.tsx';
import { Dot } from '#client/lib/dot.tsx';
import { CompactList, CompactRow } from '#client/people/compact-row.tsx';
import { shownTime } from '#client/people/visit-span.ts';
import { DataContext, useDeferredView, useViewPart, useVisitor } from '#client/session/use-household.ts';
import { useVisitorActions, type VisitorActions } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useLiveRegion } from '#client/ui/feedback/live-region.ts';
import { ToastContext } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import { useFrozenList } from '#client/ui/hooks/use-frozen.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Id } from '#domain/ids.ts';
import { SAMPLE, SampleHead } from './sample-people.tsx';

/** Real rows and rules; `pressed` was pressed on the picture. */
export function LiveBoard({ pressed }: { pressed: Id }) {
  const { texts } = useTranslation('home');
  const [data] = useState(() => sampleData(peopleOf(texts.home.sample.people)));
  const announce = useLiveRegion();
  // A toast would offer to message a parent who does not exist.
  const say = useCallback(({ text }: ToastContent) => announce(text), [announce]);
  return (
    <DataContext value={data}>
      <ToastContext value={say}>
        <Board pressed={pressed} />
      </ToastContext>
    </DataContext>
  );
}

function peopleOf(names: readonly { name: string; host: string }[]) {
  return SAMPLE.map(({ child, visitor, hereFor }, place) => {
    const { name = '', host = '' } = names[place] ?? {};
    return { child, host, visitor, name, hereFor };
  });
}

function Board({ pressed }: { pressed: Id }) {
  const { children } = useDeferredView();
  const here = useViewPart((view) => countHere(view.children)) ?? 0;
  const { shown, area } = useFrozenList(children);
  const actions = useVisitorActions();
  const start = useRef(pressed);
  useEffect(() => {
    const friends = children.flatMap((child) => child.friends);
    const visitor = friends.find(({ ref }) => ref.visitor === start.current);
    start.current = '';
    if (!visitor) return;
    actions.setStatus(visitor, visitor.status === 'in' ? 'out' : 'in');
    const button = area.current?.querySelector<HTMLElement>(`[data-row="${visitor.ref.visitor}"] [data-tap]`);
    // The picture's pressed button had the focus.
    if (document.activeElement === document.body) button?.focus({ preventScroll: true });
  }, [children, actions, area]);
  return (
    <>
      <SampleHead here={here} />
      <div ref={area}>
        <CompactList>
          {shown.flatMap(({ name, friends }) =>
            friends.map((friend) => (
              <Row key={friend.ref.visitor} visitor={friend} host={name} actions={actions} />
            )),
          )}
        </CompactList>
      </div>
    </>
  );
}

interface RowProps {
  /** From the list: a tap changes the row at once, the list later. */
  visitor: VisitorView;
  host: string;
  actions: VisitorActions;
}

function Row({ visitor: shown, host, actions }: RowProps) {
  const visitor = useVisitor(shown);
  const { timestamp, status } = visitor;
  const tap = { visitor, listed: shown.status, actions } as const;
  return (
    <CompactRow
      id={visitor.ref.visitor}
      name={visitor.name}
      gone={status === shown.status ? undefined : status}
      action={
        <>
          <RowUndo {...tap} />
          <RowTap
            {...tap}
            visit={(shown.status === 'in' ? shown : visitor).openVisit?.visit}
            isDone={false}
          />
        </>
      }
    >
      <RowState visitor={visitor} listed={shown.status}>
        <Host name={host} />
        {timestamp && status === 'in' && <Dot />}
        {timestamp && status === 'in' && <SoFar since={timestamp} />}
      </RowState>
    </CompactRow>
  );
}

function SoFar({ since }: { since: string }) {
  const { format } = useTranslation();
  return <span>{format.soFar(shownTime({ from: Date.parse(since), to: useNow() }))}</span>;
}
