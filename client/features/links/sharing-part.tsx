import Clock from 'lucide-react/icons/clock';
import Link2 from 'lucide-react/icons/link-2';
import type { LinkView, VisitorView, VisitView } from '#client/data/port.ts';
import { useTimeName } from '#client/forms/time-field.tsx';
import { Dotted } from '#client/lib/dot.tsx';
import { SheetPart } from '#client/people/sheet-part.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { List } from '#client/ui/sections.tsx';
import { isRefusedLink, linkEnd } from '#domain/links/link-life.ts';
import { HALF_HOUR_MS, nextHalfHours, TimeChoices } from './time-choices.tsx';
import { AnswerOf, useLinkWords, useSharingActions } from './use-sharing.tsx';

interface SharingPartProps {
  visit: VisitView;
  visitor: VisitorView | undefined;
  onDone(): void;
}

/** All that the other family sees through a link. */
export function SharingPart({ visit, visitor, onDone }: SharingPartProps) {
  useTranslation('details');
  const { answer, links, open } = visit;
  return (
    <>
      {(visit.expected || (open && visitor)) && <PlannedTime visit={visit} onDone={onDone} />}
      {answer && (
        <div className="divided stack gap-2">
          <AnswerOf visit={visit} answer={answer} hasNote />
        </div>
      )}
      {links && links.length > 0 && (
        <LinkList visit={visit} visitor={visitor} links={links} onDone={onDone} />
      )}
    </>
  );
}

interface LinkListProps {
  visit: VisitView;
  visitor: VisitorView | undefined;
  links: readonly LinkView[];
  onDone(): void;
}

function LinkList({ visit, visitor, links, onDone }: LinkListProps) {
  const { t, texts } = useTranslation('details');
  const actions = useSharingActions();
  const takeBack = () => {
    void actions.takeLinksBack(visit);
    onDone();
  };
  return (
    <SheetPart icon={Link2} title={texts.links.title}>
      <List className="stack gap-2">
        {links.map((link) => (
          <LinkLine key={link.id} visit={visit} visitor={visitor ?? {}} link={link} />
        ))}
      </List>
      <p className="muted small">{texts.links.openedMeans}</p>
      <div>
        <Button
          variant="secondary"
          label={t(($) => $.links.takeBack, { count: links.length })}
          onClick={takeBack}
        />
      </div>
    </SheetPart>
  );
}

interface LineProps {
  visit: VisitView;
  visitor: Pick<VisitorView, 'linkRefusal'>;
  link: LinkView;
}

function LinkLine({ visit, visitor, link }: LineProps) {
  const { t, texts, format } = useTranslation('details');
  const words = useLinkWords();
  const now = useNow();
  const end = linkEnd(visit, link);
  const time = format.timeUnder(now, end);
  const until = visit.open ? t(($) => $.links.endsOpen, { time }) : t(($) => $.links.ends, { time });
  return (
    <li>
      <Dotted text={words(link, visitor)} />
      {!isRefusedLink(visitor, link) && (
        <span className="muted small">{` ${end <= now ? texts.links.ended : until}`}</span>
      )}
    </li>
  );
}

interface Props {
  visit: VisitView;
  onDone(): void;
}

/** Never checks anybody out. */
function PlannedTime({ visit, onDone }: Props) {
  const { t, texts, format } = useTranslation('details');
  const { open, expected } = visit;
  const now = useNow();
  const time = expected && format.timeUnder(now, expected.at);
  const isDue = open && expected && Date.parse(expected.at) <= now;
  const title = time
    ? t(($) => (isDue || !open ? $.links.due : $.links.home), { time })
    : texts.links.whenHome;
  return (
    <SheetPart icon={Clock} title={title}>
      {open && <Choices visit={visit} now={now} onDone={onDone} />}
    </SheetPart>
  );
}

function Choices({ visit, now, onDone }: Props & { now: number }) {
  const { t, texts } = useTranslation('details');
  const nameOf = useTimeName();
  const actions = useSharingActions();
  const choose = (at: number | null, was?: string) => {
    void actions.expectHome(visit, at, was);
    onDone();
  };
  const planned = visit.expected && Date.parse(visit.expected.at);
  // Six choices in all.
  const halfHours = nextHalfHours(now, planned === undefined ? 5 : 4);
  return (
    <TimeChoices
      choices={halfHours.map((at) => ({
        label: nameOf(at),
        'aria-label': t(($) => $.links.home, { time: nameOf(at) }),
        'aria-pressed': at === planned,
        onClick: () => choose(at),
      }))}
      last={planned !== undefined && { label: texts.links.noTime, onClick: () => choose(null) }}
      planned={visit.expected?.at ?? ''}
      usual={(halfHours.at(-1) ?? now) + HALF_HOUR_MS}
      onChoose={choose}
    />
  );
}
