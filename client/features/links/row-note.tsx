import Clock from 'lucide-react/icons/clock';
import Link2 from 'lucide-react/icons/link-2';
import { useRef } from 'react';
import type { OpenVisit, VisitorView } from '#client/data/port.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import styles from './row-note.module.css';
import { halfAnHourMore } from './time-choices.tsx';
import {
  AnswerOf,
  type SharingRow,
  shownLink,
  useAnswerWords,
  useLinkWords,
  useSharingActions,
} from './use-sharing.tsx';

interface Props {
  visitor: VisitorView;
  shown: VisitorView;
  openVisit: OpenVisit;
  isDue: boolean;
}

/**
 * Lines follow the frozen list (decision 0023), words follow now: the height changes only when the list may.
 */
export function RowNote({ visitor, shown, openVisit, isDue }: Props) {
  const { t, format } = useTranslation('details');
  const answerWords = useAnswerWords();
  const linkWords = useLinkWords();
  const live = visitor.openVisit?.visit === openVisit.visit ? visitor.openVisit : undefined;
  // Kept after a check-out, so that an answered question does not look open again.
  const last = useRef(openVisit);
  if (live || last.current.visit !== openVisit.visit) last.current = live ?? openVisit;
  const { expected = openVisit.expected, answer = openVisit.answer, links = openVisit.links } = last.current;
  const visit = { ref: shown.ref, name: shown.name, visit: openVisit.visit, open: true };
  const news = openVisit.answer ? undefined : live?.answer;
  const link = shownLink(links);
  return (
    <div className="stack gap-2 small" inert={!live}>
      {isDue && openVisit.expected && (
        <Due visit={visit} was={openVisit.expected.at} planned={last.current.expected?.at} />
      )}
      <p className={`${styles.lines} flow collapse muted`} data-news={news && ''}>
        {!isDue && expected && openVisit.expected && (
          <span className={`${styles.line} inline gap-1 wrap numbers`}>
            <Clock size={16} />
            <span>{t(($) => $.links.home, { time: format.timeUnder(correctedNow(), expected.at) })}</span>
          </span>
        )}
        {openVisit.links && link && (
          <span className={`${styles.line} inline gap-1 wrap numbers`}>
            <Link2 size={16} />
            <span>
              <Dotted text={linkWords(link, visitor)} />
            </span>
          </span>
        )}
        {/* Replaces the lines until the list may change: the host sees it at once. */}
        {news && <span className={`${styles.news} strong`}>{answerWords(shown.name, news)}</span>}
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

interface DueProps {
  visit: SharingRow;
  was: string;
  /** Now; undefined if none is left. */
  planned: string | undefined;
}

/** A changed time is shown in the same place. */
function Due({ visit, was, planned }: DueProps) {
  const { t, texts, format } = useTranslation('details');
  const actions = useSharingActions();
  const time = format.timeUnder(correctedNow(), planned ?? was);
  const isStill = planned === was;
  const more = texts.links.more;
  return (
    <div className={`${styles.due} box row between gap-2 strong`} data-due={isStill || undefined} data-asks>
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
          onClick={() => actions.expectHome(visit, halfAnHourMore(was, correctedNow()))}
        />
      )}
    </div>
  );
}
