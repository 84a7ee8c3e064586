import type { TripVisit, VisitorView, VisitView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { useIsSilent } from '#client/session/offline-notice.tsx';
import { useFollowersPoller, useHomesOf } from '#client/session/use-followers.ts';
import { isReachable, useHouseholdPart, useViewPart } from '#client/session/use-household.ts';
import { useRun } from '#client/session/use-run.ts';
import { comingWords } from '#client/shared-visit/coming-words.ts';
import { plain } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useFrozenValue } from '#client/ui/hooks/use-frozen.ts';
import { USUAL_REPLY_TIME, useNow, useTrueFor } from '#client/ui/hooks/use-now.ts';
import { firstName } from '#domain/names.ts';
import type { Coming } from '#domain/trips/coming.ts';
import { BETWEEN_STAGES_MS, isTripOpen, shownDue, tripEnd } from '#domain/trips/trip.ts';
import { CallLink } from './person-buttons.tsx';
import styles from './question.module.css';

export type TripOf = Pick<VisitView, 'ref' | 'name'> & TripVisit;

interface RowProps {
  visitor: VisitorView;
  /** From the frozen list. */
  shown: VisitorView;
}

/** A visitor who is here again has another visit. */
function tripOf({ visitor, shown }: RowProps): TripOf | undefined {
  const { ref, name } = shown;
  const tripVisit = visitor.tripVisit ?? shown.tripVisit;
  return tripVisit && { ref, name, ...tripVisit };
}

export function TripLine(row: RowProps) {
  const trip = tripOf(row);
  return trip && <Line trip={trip} />;
}

function Line({ trip }: { trip: TripOf }) {
  const { line, question, isUnsent, gone } = useTrip(trip);
  const hasBox = useFrozenValue(question !== undefined);
  return <Dotted text={hasBox && !isUnsent ? gone : line} />;
}

/** In the history. */
export function TripWords({ trip }: { trip: TripOf }) {
  const { line, question } = useTrip(trip);
  return <Dotted text={question ?? line} />;
}

export function TripNote(row: RowProps) {
  const trip = tripOf(row);
  return trip && <Question visitor={row.visitor} trip={trip} />;
}

/** The box follows the frozen list (decision 0023), words follow now. */
function Question({ visitor, trip }: { visitor: VisitorView; trip: TripOf }) {
  const { texts } = useTranslation('details');
  const { line, question, isUnsent } = useTrip(trip);
  const sayHome = useSayHome();
  const { name, ref, contactE164, parentContact } = visitor;
  const { isHome } = texts.trips;
  if (!useFrozenValue(question !== undefined)) return null;
  return (
    <div className={`${styles.question} stack gap-2 box notice`} inert={question === undefined}>
      <p className="strong wrap">
        <Dotted text={question ?? line} />
      </p>
      <div className="columns stack gap-2">
        {ref.kind === 'friend' && <CallLink hasWord name={name} phone={contactE164 ?? parentContact} />}
        {!isUnsent && (
          <Button
            variant="secondary"
            data-moves
            label={isHome}
            aria-label={`${isHome}. ${name}`}
            onClick={() => void sayHome(trip)}
          />
        )}
      </div>
    </div>
  );
}

/** `line`: on the way, or how that ended; `question`: what the row asks meanwhile. */
export function useTrip({ ref, name: whole, visit, trip, left, links }: TripOf) {
  const { t, texts, format } = useTranslation('details');
  const { trips } = texts;
  const now = useNow();
  const homes = useHomesOf(ref);
  const isLatest = useHouseholdPart((household) => household.visitor(ref)?.tripVisit?.visit === visit);
  // Back at the host before the trip's end: nobody was awaited at home.
  const hasComeBack = useViewPart(
    ({ history }) =>
      !isLatest &&
      history.some(({ ref: { visitor }, arrived }) => {
        const cameAt = visitor === ref.visitor ? Date.parse(arrived?.at ?? '') : Number.NaN;
        return cameAt > Date.parse(trip.startedAt) && cameAt < tripEnd(trip);
      }),
  );
  const isWaiting = useHouseholdPart((household) => household.unsent().some(({ op }) => op === trip.op));
  const isUnsent = useTrueFor(isWaiting ?? false, USUAL_REPLY_TIME);
  const isConfirmed = useIsConfirmed();
  const heard = useViewPart((view) => view.lastHeard);
  const restoredAt = useViewPart((view) => view.restoredAt) ?? 0;
  const isOpen = isTripOpen(trip, { now, isLatest: isLatest ?? false, isFollowed: homes?.length !== 0 });
  const name = firstName(whole);
  const time = (at: string | number | undefined) => (at === undefined ? '' : format.sinceTime(at, now));
  const due = shownDue({ trip, left });
  const leftAt = time(left?.at);
  const since = left?.certainty === 'uncertain' ? t(($) => $.trips.about, { time: leftAt }) : leftAt;
  const linked = { time: time(trip.link?.at) };
  const link = trip.link && t(($) => $.trips.byLink, linked);
  const homeByLink = trip.link && t(($) => $.trips.homeByLink, linked);
  const by = homes?.find(({ id }) => id === trip.over?.by)?.parents.join(', ') ?? trips.family;
  const said = { by, time: time(trip.over?.at) };
  const ended = {
    home: t(($) => $.trips.saidBy, said),
    host: t(($) => $.trips.called, said),
    'taken-back': '',
  };
  const dueWords = due && t(($) => $.trips.due, { time: time(due) });
  const isUnknown = Date.parse(trip.startedAt) < restoredAt;
  const unknown = isUnknown && dotted([trips.unknown, isOpen && dueWords]);
  const isAlone = homes?.length === 0 && !links?.some(({ openedAt }) => openedAt);
  const onTheWay = dotted([
    t(($) => $.trips.onTheWay, { time: since }),
    dueWords,
    link,
    isAlone && trips.onlyYou,
  ]);
  const late = dotted([
    t(($) => (trip.link ? $.trips.notByFamily : $.trips.late), { name }),
    due && t(($) => $.trips.wasDue, { time: time(due) }),
    link,
    isAlone && trips.onlyYou,
  ]);
  const isLate = now >= Date.parse(trip.due) + BETWEEN_STAGES_MS;
  const silent = t(($) => $.trips.silent, { time: time(heard) });
  const isHeard = isConfirmed || (heard ?? 0) >= tripEnd(trip);
  const unsaid = isHeard ? t(($) => $.trips.unsaid, { name }) : silent;
  const asked = (isUnsent && trips.unsent) || unknown || (isLate && (isConfirmed ? late : silent));
  return {
    isOpen,
    isUnsent,
    gone: t(($) => $.hereNow.leftAt, { time: since }),
    line: isOpen
      ? onTheWay
      : trip.over
        ? ended[trip.over.how]
        : (homeByLink ?? (hasComeBack ? '' : unknown || unsaid)),
    question: (isOpen && asked) || undefined,
  };
}

/** The server confirmed in this session what is shown, and is not silent. */
function useIsConfirmed(): boolean | undefined {
  const isSilent = useIsSilent(useViewPart((view) => view.lastHeard));
  return useViewPart((view) => view.sessionConfirmed && isReachable(view)) && !isSilent;
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

/** In ms, so that not every reply renders. */
const ROUNDED_MS = 10_000;

/** Words of the server's last reply: what came since is not known here. */
export function useComingText(): (said: readonly Coming[]) => string {
  const { language, texts } = useTranslation('details');
  const poller = useFollowersPoller();
  const now = useNow();
  const asOf = useViewPart(() => Math.floor(poller.asOf() / ROUNDED_MS) * ROUNDED_MS) ?? now;
  return (said) => {
    const about = { now, asOf, language };
    const words = said.flatMap((one) => comingWords(one, about, texts.following.coming) ?? []);
    return [...new Set(words.map(plain))].join(' · ');
  };
}

export function ComingLine({ said }: { said: readonly Coming[] }) {
  return <Dotted text={useComingText()(said)} />;
}

function dotted(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
