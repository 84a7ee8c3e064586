import type { TripVisit, VisitView } from '#client/data/port.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Id } from '#domain/ids.ts';
import { TRIP_OFFER_MS } from '#domain/trips/trip.ts';
import { USUAL_TRIP_MINUTES } from '#domain/trips/trip-fields.ts';
import { useHouseholdIfAny } from './use-household.ts';
import { useMessageButton } from './use-message-parent.tsx';
import { useRun } from './use-run.ts';

type Person = Pick<VisitView, 'ref' | 'name'>;

/** Each reports in a toast. */
export function useTripActions() {
  const { t, format } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  const run = useRun();
  const messageButton = useMessageButton();
  const takeBack = async ({ ref, name, visit, trip }: Person & Pick<TripVisit, 'visit' | 'trip'>) => {
    const op = await run('endTrip', { ...ref, visit, start: trip.op, how: 'taken-back' });
    if (op) toast({ text: t(($) => $.trip.takenBack, { name }), about: ref.visitor });
  };
  /** `checkOut`: its op, and when it was tapped (ms). Without `minutes` it takes the usual ones. */
  const start = async (person: Person, checkOut: { op: Id; at: number }, minutes?: number) => {
    const { ref, name } = person;
    const passed = Math.round(correctedNow() - checkOut.at);
    const since = Math.min(Math.max(passed, 0), TRIP_OFFER_MS);
    const usual = household?.visitor(ref)?.tripMinutes ?? USUAL_TRIP_MINUTES;
    const op = await run('startTrip', { ...ref, checkOut: checkOut.op, since, minutes: minutes ?? usual });
    const begun = household?.visitor(ref)?.tripVisit;
    if (!op || !begun) return;
    toast({
      text: t(($) => $.trip.started, { name, time: format.time(begun.trip.due) }),
      about: ref.visitor,
      op,
      messageParent: messageButton(person),
      // A change of the minutes takes nothing back.
      ...(begun.trip.op === op && { onUndo: () => void takeBack({ ref, name, ...begun }) }),
    });
  };
  return { start, takeBack };
}
