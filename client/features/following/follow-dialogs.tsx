import { useCallback, useId } from 'react';
import * as v from 'valibot';
import { CallFailed } from '#client/data/errors.ts';
import { FormDialog } from '#client/forms/command-form.tsx';
import { TextArea } from '#client/forms/field.tsx';
import { useSendForm } from '#client/forms/send-form.tsx';
import { useAction } from '#client/forms/use-action.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { useFollowedCalls } from '#client/session/use-followed.ts';
import { Answers, type Failure, useGiveAnswer } from '#client/shared-visit/answers.tsx';
import { Fill, plain } from '#client/shared-visit/visit-lines.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog, Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Id } from '#domain/ids.ts';
import { secretIn } from '#domain/links/link-secret.ts';
import { LINK_PAGE } from '#domain/pages/pages.ts';
import type { Follow } from '#domain/protocol/following-calls.ts';
import type { SharedVisit } from '#domain/protocol/link-calls.ts';
import styles from './following.module.css';
import { useAsOf, useFollowing, useFollowingErrors, useVisitWords, useWhom } from './use-following.ts';

export function FollowDialog({ onClose }: { onClose: () => void }) {
  const { texts } = useTranslation('details');
  const { ask } = texts.following;
  const calls = useFollowedCalls();
  const toast = useToast();
  const id = useId();
  const form = useSendForm({
    schemas: { link: linkSchema },
    saved: { link: '' },
    errors: useFollowingErrors(),
    send: async ({ link }) => {
      await calls.ask(pastedSecret(link) ?? '');
      onClose();
      toast({ text: ask.done });
    },
  });
  return (
    <FormDialog
      id={id}
      title={texts.people.followChild}
      submit={ask.submit}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextArea
        label={ask.label}
        hint={ask.hint}
        rows={3}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.input('link', { missing: ask.missing, wrong: ask.noLink })}
      />
      {form.failure && <ErrorBox>{form.failure}</ErrorBox>}
    </FormDialog>
  );
}

/** Some messengers write # as %23. */
const LINK = new RegExp(`${LINK_PAGE}/?(?:\\?[^\\s#]*?)?(?:#|%(?:25)*23)(\\S+)`, 'i');

export function pastedSecret(text: string): string | undefined {
  return secretIn(LINK.exec(text)?.[1] ?? '');
}

const linkSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('empty'),
  v.check((text) => pastedSecret(text) !== undefined, 'characters'),
);

export interface FollowedSheetProps {
  /** At the opening. */
  opened: Follow;
  onEnd(): void;
  onClose(): void;
}

export function FollowedSheet({ opened, onEnd, onClose }: FollowedSheetProps) {
  const { t, texts } = useTranslation('details');
  const { id, name } = opened;
  const row = useFollowing(id);
  const whom = useWhom(opened);
  const words = useVisitWords(row?.visit);
  return (
    <Dialog
      title={words ? <Fill {...words.headline} /> : <PersonName>{name ?? ''}</PersonName>}
      onClose={onClose}
    >
      <div className="stack gap-4">
        {row?.visit && words && <Visit id={id} visit={row.visit} words={words} />}
        {row && !row.visit && <p>{texts.following.hidden}</p>}
        {!row && <p>{t(($) => $.following.confirm.ended, { whom })}</p>}
        {row && <EndButton row={row} onEnd={onEnd} />}
      </div>
    </Dialog>
  );
}

export function EndButton({ row, onEnd }: { row: Follow; onEnd(): void }) {
  const { t } = useTranslation('details');
  const whom = useWhom(row);
  return (
    <Button
      variant="quiet"
      className={`${styles.end} small`}
      label={t(($) => $.following.endNamed, { whom })}
      onClick={onEnd}
    />
  );
}

interface VisitProps {
  id: Id;
  visit: SharedVisit;
  words: NonNullable<ReturnType<typeof useVisitWords>>;
}

function Visit({ id, visit, words: { lines, ends, clock } }: VisitProps) {
  const { t, texts } = useTranslation('details');
  const { following } = texts;
  const { asOf, isStale, time } = useAsOf();
  const giving = useAnswering(id);
  return (
    <>
      <div className="stack gap-1">
        {lines.map((line) => (
          <p key={line.text} className="numbers wrap">
            <Fill {...line} />
          </p>
        ))}
        {isStale && <p className={`${styles.asOf} small strong`}>{t(($) => $.following.asOf, { time })}</p>}
      </div>
      <Answers
        {...{ visit, asOf, clock, giving }}
        texts={following.visit}
        note={t(($) => $.following.note, { name: visit.visitor })}
        heading="h3"
      />
      {/* The page's regions are inert behind a dialog. */}
      <p role="status" className="visually-hidden">
        {giving.fresh === null
          ? following.visit.answers.takenBack
          : giving.fresh !== undefined && ends.map(plain).join(' ')}
      </p>
    </>
  );
}

const FAILURES: Partial<Record<CallFailed['code'], Failure>> = {
  offline: 'offline',
  internal: 'offline',
  unavailable: 'offline',
  'link-expired': 'dead',
  'not-found': 'dead',
  'too-many-requests': 'busy',
};

function failureOf(error: unknown): Failure {
  return error instanceof CallFailed ? (FAILURES[error.code] ?? 'refused') : 'offline';
}

function useAnswering(id: Id) {
  const calls = useFollowedCalls();
  const send = useCallback(
    (answer: Parameters<typeof calls.answer>[1]) => calls.answer(id, answer),
    [calls, id],
  );
  const look = () => void calls.look();
  return useGiveAnswer({ send, failureOf, accept: () => {}, die: look, retry: look });
}

interface EndFollowingProps {
  row: Follow;
  onClose(): void;
}

export function EndFollowing({ row, onClose }: EndFollowingProps) {
  const { t, texts } = useTranslation('details');
  const words = texts.following.confirm;
  const calls = useFollowedCalls();
  const toast = useToast();
  const { isBusy, failure, run } = useAction();
  const isQuestion = row.agreedAt === null;
  const name = row.name ?? '';
  const whom = useWhom(row);
  const end = async () => {
    await calls.end(row.id);
    onClose();
    toast({ text: isQuestion ? words.takenBack : t(($) => $.following.confirm.ended, { whom }) });
  };
  return (
    <ConfirmDialog
      {...{ isBusy, failure, onClose }}
      title={isQuestion ? words.takeBackTitle : t(($) => $.following.confirm.endTitle, { whom })}
      confirmLabel={isQuestion ? texts.following.takeBack : texts.following.end}
      onConfirm={() => void run(end)}
    >
      <p>{isQuestion ? words.takeBackText : t(($) => $.following.confirm.endText, { name })}</p>
      <p className="muted small">{words.network}</p>
    </ConfirmDialog>
  );
}
