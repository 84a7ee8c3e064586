import CalendarClock from 'lucide-react/icons/calendar-clock';
import { useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { refusalText } from '#client/forms/refusal-text.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { ArrivalTime } from '#client/people/arrival-time.tsx';
import { comingTo } from '#client/people/coming.tsx';
import { useComingText } from '#client/people/coming-line.tsx';
import { SheetPart } from '#client/people/sheet-part.tsx';
import { useFollowersOf } from '#client/session/use-followers.ts';
import { useHousehold } from '#client/session/use-household.ts';
import { useRun } from '#client/session/use-run.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';

interface Props {
  visitor: VisitorView;
  onDone(): void;
}

/** When this family expects the visitor; what a home says is shown instead. */
export function ArrivalPart({ visitor, onDone }: Props) {
  const { texts } = useTranslation('details');
  const textOf = useComingText();
  const now = useNow();
  const said = textOf(comingTo(visitor, useFollowersOf(visitor.ref), now));
  const [isChoosing, setChoosing] = useState(false);
  const expect = useExpect(visitor);
  const [own] = comingTo(visitor, [], now);
  const choose = (time?: ExpectedTime) => {
    void expect(time, own?.expected);
    onDone();
  };
  return (
    <SheetPart icon={CalendarClock} title={said || texts.trips.expected}>
      <div className="flow gap-2">
        <Button
          variant="secondary"
          aria-expanded={isChoosing}
          label={texts.visit.answers.choose}
          onClick={() => setChoosing(!isChoosing)}
        />
        {own && <Button variant="quiet" label={texts.trips.notExpected} onClick={() => choose()} />}
      </div>
      {isChoosing && <ArrivalTime label={texts.correction.time} onExpect={choose} />}
    </SheetPart>
  );
}

/** Both ISO. */
interface ExpectedTime {
  at: string;
  until: string;
}

/** Without `time` the visitor is no longer expected; a toast brings back what was `known`. */
function useExpect({ ref, name }: VisitorView) {
  const { t, texts } = useTranslation('details');
  const household = useHousehold();
  const textOf = useComingText();
  const toast = useToast();
  const run = useRun();
  const send = ({ at, until }: Partial<ExpectedTime> = {}) =>
    run('expectArrival', { ...ref, at: at ?? null, ...(until && { until }) }, (refusal) =>
      refusalText(t, refusal),
    );
  return async (time?: ExpectedTime, known?: ExpectedTime) => {
    if (!(await send(time))) return;
    const visitor = household.visitor(ref);
    const said = time && visitor ? textOf(comingTo(visitor, [], correctedNow())) : texts.trips.notExpected;
    toast({ text: `${name}: ${said}`, about: ref.visitor, onUndo: () => void send(known) });
  };
}
