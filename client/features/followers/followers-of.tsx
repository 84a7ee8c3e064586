import { useEffect, useId, useState } from 'react';
import { hasCode } from '#client/data/errors.ts';
import type { VisitorView } from '#client/data/port.ts';
import { useAction } from '#client/forms/use-action.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { SheetPart } from '#client/people/sheet-part.tsx';
import { isAsking, nameOf, useFollowersOf, useFollowersPoller } from '#client/session/use-followers.ts';
import { useData, useHousehold } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog, Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { LOCALES } from '#domain/language.ts';
import { firstName, genitive } from '#domain/names.ts';
import type { Follower } from '#domain/protocol/following-calls.ts';
import { isoTime } from '#domain/time.ts';
import styles from './followers.module.css';

interface ListProps {
  visitor: VisitorView;
  /** Called after an answer or an end. */
  onDone(): void;
}

function FollowerList({ visitor, onDone }: ListProps) {
  const name = firstName(visitor.name);
  const followers = useFollowersOf(visitor.ref);
  const isMoving = useIsMoving(followers);
  return (
    <div className="stack gap-2" inert={isMoving}>
      {followers.map((follower) => {
        const One = isAsking(follower) ? Question : FollowedBy;
        return <One key={follower.id} {...{ follower, name, onDone }} />;
      })}
    </div>
  );
}

export function FollowersOf({ visitor, focusAfter }: { visitor: VisitorView; focusAfter: string }) {
  return <FollowerList visitor={visitor} onDone={() => keepFocus(focusAfter)} />;
}

/** For guests it also explains how to follow, whatever the parent's user id. */
export function FollowersPart(props: ListProps) {
  const { t } = useTranslation('details');
  const { ref, name: whole } = props.visitor;
  const name = firstName(whole);
  const isFollowed = useFollowersOf(ref).length > 0;
  return (
    <SheetPart title={t(($) => $.followers.title, { name })}>
      {isFollowed ? (
        <FollowerList {...props} />
      ) : (
        <p className="muted small wrap">{t(($) => $.followers.guest, { name })}</p>
      )}
    </SheetPart>
  );
}

interface FollowedProps {
  follower: Follower;
  name: string;
  onDone(): void;
}

/** "Followed by Maja Lind since 3 May 2026 · End". */
function FollowedBy({ follower, name, onDone }: FollowedProps) {
  const { t, texts, format } = useTranslation('details');
  const [isEnding, setEnding] = useState(false);
  const { parents, agreedAt } = follower;
  const date = format.date(agreedAt ?? follower.askedAt);
  const words = texts.followers;
  return (
    <div className={`${styles.followed} row between small`}>
      <p className={`${styles.words} wrap`}>
        <WithNames text={t(($) => $.followers.followedBy, { date })} names={parents} />
      </p>
      <Button
        variant="quiet"
        className="small"
        label={words.end}
        aria-label={`${words.end}. ${parents.join(', ')}, ${name}`}
        onClick={() => setEnding(true)}
      />
      {isEnding && <EndDialog {...{ follower, name, onDone }} onClose={() => setEnding(false)} />}
    </div>
  );
}

function EndDialog({ follower, name, onDone, onClose }: FollowedProps & { onClose(): void }) {
  const { t, texts } = useTranslation('details');
  const { sending, failure, decide } = useDecide(follower, name, () => {
    onClose();
    onDone();
  });
  return (
    <ConfirmDialog
      {...{ failure, onClose }}
      title={texts.followers.endTitle}
      confirmLabel={texts.followers.end}
      isBusy={sending !== undefined}
      onConfirm={() => decide('end')}
    >
      <p className="wrap">
        <WithNames text={t(($) => $.followers.endText, { name })} names={follower.parents} />
      </p>
    </ConfirmDialog>
  );
}

/** Ignores a tap under way when a question came or moved, in ms. */
const AIM_MS = 800;

interface QuestionProps {
  follower: Follower;
  name: string;
  onDone(): void;
}

/** A new family, or one that needs reconfirmation. */
function Question({ follower, name, onDone }: QuestionProps) {
  const { t, texts, language } = useTranslation('details');
  const question = useId();
  const { sending, failure, decide } = useDecide(follower, name, onDone);
  const { parents, isPaused, name: was } = follower;
  const words = texts.followers;
  const isRenamed = was !== name;
  const whose = genitive(language, name);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div role="group" aria-labelledby={question} className={`${styles.question} stack gap-3 box notice`}>
      <p id={question} className="strong wrap">
        <WithNames text={t(($) => $.followers.question, { whose, count: parents.length })} names={parents} />
      </p>
      {isPaused && (
        <p className="small wrap">
          {t(($) => (isRenamed ? $.followers.renamed : $.followers.restored), { was, name })}
        </p>
      )}
      <Accounts follower={follower} />
      <p className="small">{words.callFirst}</p>
      <div className="stack columns gap-2">
        {(['yes', 'no'] as const).map((one) => (
          <Button
            key={one}
            variant="secondary"
            data-moves
            label={words[one]}
            aria-label={`${words[one]}. ${parents.join(', ')}, ${name}`}
            busy={sending === one}
            onClick={() => decide(one)}
          />
        ))}
      </div>
      {failure && <ErrorBox>{failure}</ErrorBox>}
    </div>
  );
}

/** Help the host distinguish a parent from a namesake. */
function Accounts({ follower: { parents, accounts = [], linkMadeAt } }: Pick<QuestionProps, 'follower'>) {
  const { t, format } = useTranslation('details');
  return (
    <div className="stack gap-1 small wrap">
      {accounts.map(({ email, isVerified, since }, at) => {
        const about = { email, date: format.date(since) };
        const text = t(($) => $.followers[isVerified ? 'verified' : 'notVerified'], about);
        return (
          <p key={email}>
            <WithNames text={text} names={parents.slice(at, at + 1)} />
          </p>
        );
      })}
      {linkMadeAt && (
        <p className="numbers">{t(($) => $.followers.byLink, { time: format.sinceTime(linkMadeAt) })}</p>
      )}
    </div>
  );
}

/** Each name at `{{parents}}` has its own direction. */
function WithNames({ text, names }: { text: string; names: readonly string[] }) {
  const { language } = useTranslation();
  const [before = '', after = ''] = text.split('{{parents}}');
  const parts = new Intl.ListFormat(LOCALES[language]).formatToParts(names);
  let place = 0;
  return (
    <>
      <span>{before}</span>
      {parts.map(({ type, value }) => {
        place += 1;
        return type === 'element' ? (
          <PersonName key={place}>{value}</PersonName>
        ) : (
          <span key={place}>{value}</span>
        );
      })}
      <span>{after}</span>
    </>
  );
}

/** For `AIM_MS` after one came, was answered or left: what is below has moved. */
function useIsMoving(followers: readonly Follower[]): boolean {
  const shown = followers.map((one) => `${one.id} ${isAsking(one)}`).join();
  const [seen, setSeen] = useState('');
  useEffect(() => {
    const timer = setTimeout(setSeen, AIM_MS, shown);
    return () => clearTimeout(timer);
  }, [shown]);
  return seen !== shown;
}

interface FollowerQuestionsProps {
  questions: readonly Follower[];
  onClose(): void;
}

/** Closes with the last question. */
export function FollowerQuestions({ questions, onClose }: FollowerQuestionsProps) {
  const { texts } = useTranslation('details');
  const household = useHousehold();
  const isMoving = useIsMoving(questions);
  const done = () => {
    if (questions.length > 1) return;
    onClose();
    keepFocus('main');
  };
  return (
    <Dialog title={texts.linkRefusals.heading} onClose={onClose}>
      <div className="stack gap-3" inert={isMoving}>
        {questions.map((follower) => (
          <Question key={follower.id} follower={follower} name={nameOf(household, follower)} onDone={done} />
        ))}
      </div>
    </Dialog>
  );
}

type Decision = 'yes' | 'no' | 'end';

/** Shown once the server has it. `name`: first name now. `onDone` runs before the buttons disappear. */
function useDecide(follower: Follower, name: string, onDone: () => void) {
  const { t, texts } = useTranslation('details');
  const data = useData();
  const { household } = useHousehold().account;
  const poller = useFollowersPoller();
  const toast = useToast();
  const { failed } = texts.followers;
  const { isBusy, failure, run } = useAction({
    'follower-limit': t(($) => $.followers.failed.full, { name }),
    offline: ({ reason }) => (reason === undefined ? failed.offline : failed.server),
    every: failed.server,
  });
  const [decision, setDecision] = useState<Decision>();
  const { id } = follower;
  const send = async (decided: Decision) => {
    const about = { household, id };
    if (decided === 'end') await data.call('endFollowing', about);
    else await data.call('answerFollower', { ...about, yes: decided === 'yes' });
  };
  const said = { yes: 'saidYes', no: 'saidNo', end: 'ended' } as const;
  const decide = async (decided: Decision) => {
    setDecision(decided);
    const isThere = await send(decided).then(
      () => true,
      (error) => {
        // Ended by the other family, or answered by another parent.
        if (!hasCode(error, 'not-found')) throw error;
        return false;
      },
    );
    onDone();
    const agreed = { agreedAt: isoTime(correctedNow()), isPaused: false, name };
    poller.take(id, isThere && decided === 'yes' ? agreed : undefined);
    toast({ text: isThere ? t(($) => $.followers[said[decided]], { name }) : texts.followers.gone });
    void poller.look();
  };
  return {
    sending: isBusy ? decision : undefined,
    failure,
    decide: (decided: Decision) => void run(() => decide(decided)),
  };
}
