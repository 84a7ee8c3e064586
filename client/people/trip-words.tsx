import type { TripVisit, VisitView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { useIsSilent } from '#client/session/offline-notice.tsx';
import { useHomesOf } from '#client/session/use-followers.ts';
import { isReachable, useHouseholdPart, useViewPart } from '#client/session/use-household.ts';
import { useRun } from '#client/session/use-run.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { USUAL_REPLY_TIME, useNow, useTrueFor } from '#client/ui/hooks/use-now.ts';
import { firstName } from '#domain/names.ts';
import { BETWEEN_STAGES_MS, isTripOpen, shownDue } from '#domain/trips/trip.ts';
import type { Trip } from '#domain/trips/trip-fields.ts';

export type TripOf = Pick<VisitView, 'ref' | 'name'> & TripVisit & { isLatest: boolean };

/** In the history: how it ended, or that nobody said so. */
export function TripWords({ trip }: { trip: TripOf }) {
  const { state, words } = useTrip(trip);
  return <Dotted text={words[state]} />;
}

/** 'silent': late, but a word may not have reached this phone. */
type TripState = NonNullable<Trip['over']>['how'] | 'link' | 'unsaid' | 'unsent' | 'away' | 'late' | 'silent';

export function useTrip({ ref, name: whole, trip, left, links, isLatest }: TripOf) {
  const { t, texts, format } = useTranslation('details');
  const now = useNow();
  const homes = useHomesOf(ref);
  const isWaiting = useHouseholdPart((household) => household.unsent().some(({ op }) => op === trip.op));
  const isUnsent = useTrueFor(isWaiting ?? false, USUAL_REPLY_TIME);
  const heard = useViewPart((view) => view.lastHeard);
  const isSilent = useIsSilent(heard);
  const isFresh = useViewPart((view) => view.sessionConfirmed && isReachable(view)) && !isSilent;
  const isOpen = isTripOpen(trip, { now, isLatest, isFollowed: homes?.length !== 0 });
  const stateOf = (): TripState => {
    if (!isOpen) return trip.over?.how ?? (trip.link ? 'link' : 'unsaid');
    if (isUnsent) return 'unsent';
    if (now < Date.parse(trip.due) + BETWEEN_STAGES_MS) return 'away';
    return isFresh ? 'late' : 'silent';
  };
  const name = firstName(whole);
  const time = (at: string | number | undefined) => (at === undefined ? '' : format.sinceTime(at, now));
  const due = shownDue({ trip, left });
  const gone = time(left?.at);
  const since = left?.certainty === 'uncertain' ? t(($) => $.trips.about, { time: gone }) : gone;
  const home = homes?.find(({ id }) => id === trip.over?.by);
  const link = trip.link && t(($) => $.trips.byLink, { time: time(trip.link?.at) });
  const isAlone = homes?.length === 0 && !links?.length;
  const said = { by: home?.parents.join(', ') ?? texts.trips.family, time: time(trip.over?.at) };
  const words: Record<TripState, string> = {
    away: dotted([
      t(($) => $.trips.onTheWay, { time: since }),
      due && t(($) => $.trips.due, { time: time(due) }),
      link,
      isAlone && texts.trips.onlyYou,
    ]),
    unsent: texts.trips.unsent,
    late: dotted([
      t(($) => $.trips.late, { name }),
      due && t(($) => $.trips.wasDue, { time: time(due) }),
      link,
    ]),
    silent: t(($) => $.trips.silent, { time: time(heard) }),
    home: t(($) => $.trips.saidBy, said),
    host: t(($) => $.trips.called, said),
    link: link ?? '',
    unsaid: t(($) => $.trips.unsaid, { name }),
    'taken-back': '',
  };
  return { isOpen, state: stateOf(), words };
}

/** After a call; the toast takes it back. */
export function useSayHome(): (trip: TripOf) => Promise<void> {
  const { t } = useTranslation('details');
  const toast = useToast();
  const run = useRun();
  return async ({ ref, name, visit, trip }) => {
    const said = { ...ref, visit, start: trip.op };
    const text = t(($) => $.trips.saidHome, { name: firstName(name) });
    const onUndo = () => void run('reopenTrip', said);
    if (await run('endTrip', { ...said, how: 'host' })) toast({ text, about: ref.visitor, onUndo });
  };
}

function dotted(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
