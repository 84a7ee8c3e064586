import Clock from 'lucide-react/icons/clock';
import Link2 from 'lucide-react/icons/link-2';
import { useRef } from 'react';
import type { LinkView, OpenVisit, VisitorView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { present } from '#client/lib/present.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { AnswerOf } from './answer.tsx';
import { halfAnHourMore } from './planned-times.ts';
import styles from './row-note.module.css';
import { useAnswerWords, useLinkWords } from './use-link-words.ts';
import { type SharedVisit, useSharingActions } from './use-sharing-actions.ts';

interface Props {
  visitor: VisitorView;
  shown: VisitorView;
  /** The open visit of `shown`. */
  openVisit: OpenVisit;
  isDue: boolean;
}

/**
 * The note below a row. What it is made of is that of the list, which holds still (decision 0023), and its words are those
 * of now: a row changes its height only when the list may change. After a check-out it stays until then, without effect.
 */
export function RowNote({ visitor, shown, openVisit, isDue }: Props) {
  useTranslation(['rare']);
  const live = visitor.openVisit?.visit === openVisit.visit ? visitor.openVisit : undefined;
  // The last words stay after a check-out: a question with its answer is no open one again.
  const last = useRef(openVisit);
  if (live || last.current.visit !== openVisit.visit) last.current = live ?? openVisit;
  const { expected = openVisit.expected, answer = openVisit.answer, links = openVisit.links } = last.current;
  const visit = { ref: shown.ref, name: shown.name, visit: openVisit.visit, open: true };
  const news = openVisit.answer ? undefined : live?.answer;
  const link = links?.find(({ openedAt }) => openedAt !== undefined) ?? links?.at(-1);
  return (
    <div className="stack gap-2 small" inert={!live}>
      {isDue && openVisit.expected && (
        <Due visit={visit} was={openVisit.expected.at} planned={last.current.expected?.at} />
      )}
      <p className={`${styles.lines} flow collapse muted`} data-news={news && ''}>
        {!isDue && expected && openVisit.expected && <Planned at={expected.at} />}
        {openVisit.links && link && <LinkWords link={link} visitor={visitor} />}
        {news && <NewAnswer visitor={shown.name} answer={news} />}
      </p>
      {openVisit.answer && answer && (
        <div
          className={`${styles.answer} box stack gap-2 notice`}
          data-asks={(openVisit.answer.until && !openVisit.answer.reply) || undefined}
        >
          <AnswerOf visit={visit} answer={answer} />
        </div>
      )}
    </div>
  );
}

function Planned({ at }: { at: string }) {
  const { t, format } = useTranslation();
  return (
    <span className={`${styles.line} inline gap-1 wrap numbers`}>
      <Clock size={16} />
      <span>{t(($) => $.links.home, { time: format.timeUnder(present(), at) })}</span>
    </span>
  );
}

function LinkWords({ link, visitor }: Pick<Props, 'visitor'> & { link: LinkView }) {
  const words = useLinkWords();
  return (
    <span className={`${styles.line} inline gap-1 wrap numbers`}>
      <Link2 size={16} />
      <span>
        <Dotted text={words(link, visitor)} />
      </span>
    </span>
  );
}

/** Stands in the place of the lines until the list may change, and the answer gets its own: the host sees it at once. */
function NewAnswer({ visitor, answer }: { visitor: string; answer: NonNullable<OpenVisit['answer']> }) {
  const words = useAnswerWords();
  return <span className={`${styles.news} strong`}>{words(visitor, answer)}</span>;
}

interface DueProps {
  visit: SharedVisit;
  /** The time that is past. */
  was: string;
  /** The planned time now; undefined if there is none any more. */
  planned: string | undefined;
}

/** "Due home 18:00", and half an hour more; another time leaves the words of that, in the same place. */
function Due({ visit, was, planned }: DueProps) {
  const { t, texts, format } = useTranslation();
  const actions = useSharingActions();
  const time = format.timeUnder(present(), planned ?? was);
  const isStill = planned === was;
  const more = texts.links.more;
  return (
    <div className={`${styles.due} box row between gap-2 strong`} data-due={isStill || undefined}>
      <span className={`${styles.line} inline gap-1 wrap numbers`}>
        <Clock size={18} />
        <span>
          {isStill || planned
            ? t(($) => (isStill ? $.links.due : $.links.home), { time })
            : texts.links.noTime}
        </span>
      </span>
      {isStill && (
        <Button
          variant="secondary"
          data-moves
          label={more}
          aria-label={`${more}. ${visit.name}`}
          onClick={() => actions.expectHome(visit, halfAnHourMore(was, present()))}
        />
      )}
    </div>
  );
}
