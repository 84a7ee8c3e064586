import MessageCircle from 'lucide-react/icons/message-circle';
import { useRef } from 'react';
import type { LinkView, Sharing, VisitorView, VisitView } from '#client/data/port.ts';
import { refusalText } from '#client/forms/refusal-text.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { refusalInTime } from '#client/session/use-await-outcome.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useRun } from '#client/session/use-run.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useNow } from '#client/ui/hooks/use-now.ts';
import type { Id } from '#domain/ids.ts';
import { isRefusedLink } from '#domain/links/link-life.ts';
import { firstName } from '#domain/names.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import { isoTime } from '#domain/time.ts';
import styles from './links.module.css';

export type SharingRow = Pick<VisitView, 'ref' | 'name' | 'visit'>;

/** A toast, unlike a form, cannot close meanwhile. */
const TOAST = { isOpen: true };

/** Each reports its result in a toast. */
export function useSharingActions() {
  const { t, texts, format } = useTranslation('details');
  const toast = useToast();
  const run = useRun();
  const household = useHouseholdIfAny();
  const whyNot = (refusal: Refusal) => refusalText(t, refusal);
  /** Until the server has it, the other family sees the old state. */
  const say = async ({ visitor }: VisitorRef, op: Id | undefined, done: string, later: string) => {
    if (!op || !household || (await refusalInTime(household, op, TOAST))) return;
    const isWaiting = household.unsent().some((one) => one.op === op);
    toast({ text: isWaiting ? later : done, about: visitor });
  };
  return {
    /** In ms, null removes it. `was`: planned when the input was typed (ISO), '' for none. */
    async expectHome({ ref, visit, name }: SharingRow, ms: number | null, was?: string) {
      const at = ms === null ? null : isoTime(ms);
      const time = ms === null ? '' : format.timeUnder(correctedNow(), ms);
      const text =
        ms === null ? t(($) => $.links.unplanned, { name }) : t(($) => $.links.planned, { name, time });
      if (
        await run('expectHome', { ...ref, visit, at, ...(was !== undefined && { was: { at: was } }) }, whyNot)
      )
        toast({ text, about: ref.visitor });
    },
    /** `answeredAt`: the answer's time (ISO). */
    async reply({ ref, visit }: SharingRow, answeredAt: string, yes: boolean) {
      const { replied, repliedLater } = texts.links;
      const op = await run('replyToAnswer', { ...ref, visit, answeredAt, yes }, whyNot);
      await say(ref, op, replied, repliedLater);
    },
    async takeLinksBack({ ref, visit }: SharingRow) {
      const { takenBack, takenBackLater } = texts.links;
      const op = await run('takeLinksBack', { ...ref, visit }, whyNot);
      await say(ref, op, takenBack, takenBackLater);
    },
  };
}

type Answer = NonNullable<Sharing['answer']>;

/** "Answer 15:10: …", with the reply. */
export function useAnswerWords(): (visitor: string, answer: Answer) => string {
  const { t, texts, format } = useTranslation('details');
  return (visitor, { code, until = '', at, reply }) => {
    const time = until && format.timeUnder(correctedNow(), until);
    const answer = t(($) => $.links.answers[code], { name: firstName(visitor), time });
    const said = t(($) => $.links.answered, { time: format.sinceTime(at), answer });
    if (!reply) return said;
    return `${said} ${reply.yes ? t(($) => $.links.saidYes, { time }) : texts.links.saidNo}`;
  };
}

export function shownLink(links: readonly LinkView[] | undefined): LinkView | undefined {
  return links?.find(({ openedAt }) => openedAt !== undefined) ?? links?.at(-1);
}

/** After a refusal a link shows nothing. */
export function useLinkWords(): (link: LinkView, visitor: Pick<VisitorView, 'linkRefusal'>) => string {
  const { t, texts, format } = useTranslation('details');
  return ({ madeAt, openedAt }, visitor) => {
    if (isRefusedLink(visitor, { madeAt })) return texts.links.showsNothing;
    if (openedAt === undefined) return t(($) => $.links.notOpened, { time: format.sinceTime(madeAt) });
    return t(($) => $.links.opened, { time: format.sinceTime(openedAt) });
  };
}

interface Props {
  visit: SharingRow & Pick<VisitView, 'open'>;
  answer: NonNullable<Sharing['answer']>;
  /** Says that anybody with the link can answer. */
  hasNote?: boolean;
}

export function AnswerOf({ visit, answer, hasNote }: Props) {
  const { texts } = useTranslation('details');
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
  /** Takes the focus of the buttons, which disappear. */
  onReply(): void;
}

function Reply({ visit, answer: { at, until = '' }, onReply }: ReplyProps) {
  const { t, texts, format } = useTranslation('details');
  const actions = useSharingActions();
  const time = format.timeUnder(useNow(), until);
  const reply = (yes: boolean) => {
    onReply();
    void actions.reply(visit, at, yes);
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
