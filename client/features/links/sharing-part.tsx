import Link2 from 'lucide-react/icons/link-2';
import { useId } from 'react';
import type { LinkView, VisitorView, VisitView } from '#client/data/port.ts';
import { Dotted } from '#client/lib/dot.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { List } from '#client/ui/list.tsx';
import { isRefusedLink, linkEnd } from '#domain/links/link-life.ts';
import { AnswerOf } from './answer.tsx';
import styles from './links.module.css';
import { PlannedTime } from './planned-time.tsx';
import { useLinkWords } from './use-link-words.ts';
import { useSharingActions } from './use-sharing-actions.ts';

export interface SharingPartProps {
  visit: VisitView;
  visitor: VisitorView | undefined;
  onDone(): void;
}

/** The part of a visit's sheet that the other family can see through a link: the planned time, the answer, the links. */
export function SharingPart({ visit, visitor, onDone }: SharingPartProps) {
  useTranslation(['rare']);
  const { answer, links, open } = visit;
  return (
    <>
      {(visit.expected || (open && visitor)) && <PlannedTime visit={visit} onDone={onDone} />}
      {answer && (
        <div className={`${styles.part} stack gap-2`}>
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

/** The links of a visit: made and first opened when, until when they show it, and the button that takes them back. */
function LinkList({ visit, visitor, links, onDone }: LinkListProps) {
  const { t, texts } = useTranslation();
  const heading = useId();
  const actions = useSharingActions();
  const takeBack = () => {
    actions.takeLinksBack(visit);
    onDone();
  };
  return (
    <section aria-labelledby={heading} className={`${styles.part} stack gap-2`}>
      <h3 id={heading} className="medium line gap-2">
        <Link2 size={18} />
        <span>{texts.links.title}</span>
      </h3>
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
    </section>
  );
}

interface LineProps {
  visit: VisitView;
  visitor: Pick<VisitorView, 'linkRefusal'>;
  link: LinkView;
}

function LinkLine({ visit, visitor, link }: LineProps) {
  const { t, texts, format } = useTranslation();
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
