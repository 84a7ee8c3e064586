import { useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { refusalText } from '#client/forms/refusal-text.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { ArrivalTime } from '#client/people/arrival-time.tsx';
import { comingTo } from '#client/people/coming.tsx';
import { SheetPart } from '#client/people/sheet-part.tsx';
import { useComingText } from '#client/people/trip-words.tsx';
import { useFollowersOf } from '#client/session/use-followers.ts';
import { useHousehold } from '#client/session/use-household.ts';
import { useRun } from '#client/session/use-run.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';

/** When this family expects the visitor; what a home says is shown instead. */
export function ArrivalPart({ visitor, onDone }: { visitor: VisitorView; onDone(): void }) {
  const { t, texts } = useTranslation('details');
  const household = useHousehold();
  const textOf = useComingText();
  const toast = useToast();
  const run = useRun();
  const [isChoosing, setChoosing] = useState(false);
  const now = useNow();
  const { ref, name } = visitor;
  const said = textOf(comingTo(visitor, useFollowersOf(ref), now));
  const [own] = comingTo(visitor, [], now);
  const send = (time?: { at: string; until: string }) => {
    const args = { ...ref, at: time?.at ?? null, ...(time && { until: time.until }) };
    return run('expectArrival', args, (refusal) => refusalText(t, refusal));
  };
  const choose = async (time?: Parameters<typeof send>[0]) => {
    onDone();
    if (!(await send(time))) return;
    const text = textOf(comingTo(household.visitor(ref) ?? visitor, [], correctedNow()));
    const onUndo = () => void send(own?.expected);
    toast({ text: `${name}: ${text || texts.trips.notExpected}`, about: ref.visitor, onUndo });
  };
  return (
    <SheetPart title={said || texts.trips.expected}>
      <div className="flow gap-2">
        <Button
          variant="secondary"
          aria-expanded={isChoosing}
          label={texts.visit.answers.choose}
          onClick={() => setChoosing(!isChoosing)}
        />
        {own && <Button variant="quiet" label={texts.trips.notExpected} onClick={() => void choose()} />}
      </div>
      {isChoosing && <ArrivalTime label={texts.correction.time} onExpect={(time) => void choose(time)} />}
    </SheetPart>
  );
}
