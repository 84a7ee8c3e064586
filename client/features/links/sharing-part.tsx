import type { LinkView, VisitorView, VisitView } from '#client/data/port.ts';
import { useTimeName } from '#client/forms/time-field.tsx';
import { Dotted } from '#client/lib/dot.tsx';
import { SheetPart } from '#client/people/sheet-part.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { isRefusedLink, linkEnd } from '#domain/links/link-life.ts';
import { ArrivalPart } from './arrival-part.tsx';
import styles from './links.module.css';
import { HALF_HOUR_MS, nextHalfHours, TimeChoices } from './time-choices.tsx';
import { TripPart } from './trip-part.tsx';
import { AnswerOf, shownLink, useLinkWords, useSharingActions } from './use-sharing.tsx';

interface Props {
  visit: VisitView;
  visitor: VisitorView | undefined;
  onDone(): void;
}

/** What the other family sees or says; `visit`: undefined without one known to this device. */
export function SharingPart({ visit, visitor, onDone }: Omit<Props, 'visit'> & { visit?: VisitView }) {
  useTranslation('details');
  const { answer, links, open, expected, undo } = visit ?? {};
  const link = shownLink(links);
  const isLatest = visit === undefined || undo !== undefined;
  return (
    <>
      {visit && visitor && <TripPart visit={visit} onDone={onDone} />}
      {isLatest && visitor?.status === 'out' && <ArrivalPart visitor={visitor} onDone={onDone} />}
      {visit && (expected || (open && visitor)) && <PlannedTime visit={visit} onDone={onDone} />}
      {visit && answer && (
        <div className="stack gap-2">
          <AnswerOf visit={visit} answer={answer} hasNote />
        </div>
      )}
      {visit && link && <LinkLine {...{ visit, visitor, link, onDone }} count={links?.length ?? 0} />}
    </>
  );
}

function LinkLine({ visit, visitor, link, count, onDone }: Props & { link: LinkView; count: number }) {
  const { t, texts, format } = useTranslation('details');
  const words = useLinkWords();
  const actions = useSharingActions();
  const now = useNow();
  const end = linkEnd(visit, link);
  const time = format.timeUnder(now, end);
  const until = t(($) => $.links[end <= now ? 'ended' : visit.open ? 'endsOpen' : 'ends'], { time });
  const several = count > 1 && t(($) => $.links.several, { count });
  const takeBack = () => {
    void actions.takeLinksBack(visit);
    onDone();
  };
  return (
    <section aria-label={texts.links.title} className={`${styles.link} row between gap-2 box`}>
      <p className={`${styles.words} small`}>
        <span className="block strong">
          <Dotted text={words(link, visitor ?? {})} />
        </span>
        <span className="muted">
          <Dotted
            text={[several, !isRefusedLink(visitor ?? {}, link) && until].filter(Boolean).join(' · ')}
          />
        </span>
      </p>
      <Button variant="quiet" label={t(($) => $.links.takeBack, { count })} onClick={takeBack} />
    </section>
  );
}

/** Never checks anybody out. */
function PlannedTime({ visit, onDone }: Omit<Props, 'visitor'>) {
  const { t, texts, format } = useTranslation('details');
  const nameOf = useTimeName();
  const actions = useSharingActions();
  const now = useNow();
  const { open, expected } = visit;
  const planned = expected && Date.parse(expected.at);
  const time = expected && format.timeUnder(now, expected.at);
  const isDue = open && planned !== undefined && planned <= now;
  const title = time
    ? t(($) => (isDue || !open ? $.links.due : $.links.home), { time })
    : texts.links.whenHome;
  const choose = (at: number | null, was?: string) => {
    void actions.expectHome(visit, at, was);
    onDone();
  };
  // Six choices in all.
  const halfHours = nextHalfHours(now, planned === undefined ? 5 : 4);
  return (
    <SheetPart title={title}>
      {open && (
        <TimeChoices
          choices={halfHours.map((at) => ({
            label: nameOf(at),
            'aria-label': t(($) => $.links.home, { time: nameOf(at) }),
            'aria-pressed': at === planned,
            onClick: () => choose(at),
          }))}
          last={planned !== undefined && { label: texts.links.noTime, onClick: () => choose(null) }}
          planned={expected?.at ?? ''}
          usual={(halfHours.at(-1) ?? now) + HALF_HOUR_MS}
          onChoose={choose}
        />
      )}
    </SheetPart>
  );
}
