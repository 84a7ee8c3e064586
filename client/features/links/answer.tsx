import MessageCircle from 'lucide-react/icons/message-circle';
import { useRef } from 'react';
import type { Sharing, VisitView } from '#client/data/port.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import styles from './links.module.css';
import { useAnswerWords } from './use-link-words.ts';
import { type SharedVisit, useSharingActions } from './use-sharing-actions.ts';

interface Props {
  visit: SharedVisit & Pick<VisitView, 'open'>;
  answer: NonNullable<Sharing['answer']>;
  /** Says that everybody who has the link can answer. */
  hasNote?: boolean;
}

/** The answer of whoever has the link, and the reply to a question. */
export function AnswerOf({ visit, answer, hasNote }: Props) {
  const { texts } = useTranslation();
  const words = useAnswerWords();
  const line = useRef<HTMLParagraphElement>(null);
  const isAsked = answer.until !== undefined && !answer.reply && visit.open;
  return (
    <>
      <p ref={line} tabIndex={-1} className="line gap-2 wrap">
        <MessageCircle size={18} />
        <span>{words(visit.name, answer)}</span>
      </p>
      {isAsked && <Reply visit={visit} answer={answer} onReply={() => line.current?.focus()} />}
      {hasNote && <p className="muted small">{texts.links.answerNote}</p>}
    </>
  );
}

interface ReplyProps extends Pick<Props, 'visit' | 'answer'> {
  /** The buttons go with the reply: takes their focus. */
  onReply(): void;
}

function Reply({ visit, answer: { at, until = '' }, onReply }: ReplyProps) {
  const { t, texts, format } = useTranslation();
  const actions = useSharingActions();
  const time = format.timeUnder(useNow(), until);
  const reply = (yes: boolean) => {
    onReply();
    actions.reply(visit, at, yes);
  };
  const named = (label: string) => ({ label, 'aria-label': `${label}. ${visit.name}` });
  return (
    <div className={`${styles.choices} stack gap-2`}>
      <Button
        variant="secondary"
        data-moves
        className={`${styles.choice} numbers`}
        {...named(t(($) => $.links.yes, { time }))}
        onClick={() => reply(true)}
      />
      <Button
        variant="secondary"
        data-moves
        className={`${styles.choice} numbers`}
        {...named(texts.links.no)}
        onClick={() => reply(false)}
      />
    </div>
  );
}
