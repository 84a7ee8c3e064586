import Hand from 'lucide-react/icons/hand';
import { useId, useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { type Failure, failureText } from '#client/forms/run-command.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { visitorsOf } from '#client/people/visitors.ts';
import { useHousehold, useView, useVisitorIfAny } from '#client/session/use-household.ts';
import { useRun } from '#client/session/use-run.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { LONG_UNANSWERED_DAYS } from '#domain/limits.ts';
import { refusesLinks } from '#domain/links/link-life.ts';
import { genitive } from '#domain/names.ts';
import { DAY_MS } from '#domain/time.ts';
import styles from './refusal.module.css';
import { removeForGood, visitsToRemove } from './remove-for-good.ts';

interface RefusalNoteProps {
  /** From the list, which may be frozen. */
  visitor: VisitorView;
  /** DOM id of the heading, focused once the note is gone. */
  focusAfter: string;
}

/** In a frozen list an outdated note keeps its place, inert. */
export function RefusalNote({ visitor: shown, focusAfter }: RefusalNoteProps) {
  const { t, language } = useTranslation('details');
  const text = useId();
  const now = useVisitorIfAny(shown.ref);
  const was = standingRefusal(shown);
  const said = now && standingRefusal(now);
  const whose = genitive(language, shown.name);
  const says = { whose, name: shown.name };
  const sentence = t(($) => (was === 'asks-removal' ? $.linkRefusals.asks : $.linkRefusals.refuses), says);
  if (!was) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    <div role="group" aria-labelledby={text} className="box stack gap-2 notice" inert={said !== was}>
      <p id={text} className={`${styles.said} gap-2 strong wrap`}>
        <Hand size={20} />
        <span>{sentence}</span>
      </p>
      {was === 'asks-removal' ? (
        <Request visitor={shown} sentence={sentence} focusAfter={focusAfter} />
      ) : (
        <Allowance visitor={shown} sentence={sentence} focusAfter={focusAfter} />
      )}
    </div>
  );
}

interface AnswerProps extends RefusalNoteProps {
  sentence: string;
}

/** Nothing is removed without a second question. */
function Request({ visitor, sentence, focusAfter }: AnswerProps) {
  const { t, texts, format } = useTranslation('details');
  const toast = useToast();
  const run = useRun();
  const now = useNow();
  const [isAsking, setAsking] = useState(false);
  const { name, ref, linkRefusal } = visitor;
  const time = format.timeUnder(now, linkRefusal?.removalAskedAt ?? now);
  const say = (words: string) => {
    toast({ text: words, about: ref.visitor });
    keepFocus(focusAfter);
  };
  const keep = async () => {
    if (await run('answerRemoval', ref)) say(t(($) => $.linkRefusals.kept, { name }));
  };
  const labelled = (label: string) => ({ label, 'aria-label': `${label}. ${sentence}` });
  return (
    <>
      <p className="small">
        {hasWaitedLong(visitor, now) ? texts.linkRefusals.long : t(($) => $.linkRefusals.since, { time })}
      </p>
      <div className="row gap-2">
        <Button variant="danger" {...labelled(texts.common.remove)} onClick={() => setAsking(true)} />
        <Button variant="secondary" {...labelled(texts.linkRefusals.keep)} onClick={() => void keep()} />
      </div>
      {isAsking && (
        <RemovalDialog
          visitor={visitor}
          onRemoved={() => {
            setAsking(false);
            say(t(($) => $.linkRefusals.removed, { name }));
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Allowance({ visitor: { ref }, sentence, focusAfter }: AnswerProps) {
  const { texts } = useTranslation('details');
  const toast = useToast();
  const run = useRun();
  const hint = useId();
  const label = texts.linkRefusals.allow;
  const allow = async () => {
    if (!(await run('allowLinks', ref))) return;
    toast({ text: texts.linkRefusals.allowed, about: ref.visitor });
    keepFocus(focusAfter);
  };
  return (
    <div className="row gap-2">
      <Button
        variant="secondary"
        label={label}
        aria-label={`${label}. ${sentence}`}
        aria-describedby={hint}
        onClick={() => void allow()}
      />
      <span id={hint} className="small">
        {texts.linkRefusals.allowHint}
      </span>
    </div>
  );
}

export function BoardRefusals({ list, focusAfter }: { list: readonly ChildView[]; focusAfter: string }) {
  const { texts } = useTranslation('details');
  const heading = useId();
  const shown = shownOnBoard(list, correctedNow());
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="stack gap-3">
      <h2 id={heading} tabIndex={-1}>
        {texts.linkRefusals.heading}
      </h2>
      {shown.map((visitor) => (
        <RefusalNote key={visitor.ref.visitor} visitor={visitor} focusAfter={focusAfter} />
      ))}
    </section>
  );
}

/** On the board; the person's page shows it as long as it stands. */
const SHOWN_MS = 7 * DAY_MS;
/** GDPR, article 12.3: one month. */
const LONG_MS = LONG_UNANSWERED_DAYS * DAY_MS;

/** The unanswered removal request or refusal of links that still stands. */
export function standingRefusal({
  linkRefusal,
}: Pick<VisitorView, 'linkRefusal'>): 'asks-removal' | 'refuses' | undefined {
  if (linkRefusal?.removalAskedAt && !linkRefusal.keptAt) return 'asks-removal';
  return linkRefusal && refusesLinks({ linkRefusal }) ? 'refuses' : undefined;
}

/** Unanswered for over 30 days; `now` in ms. */
export function hasWaitedLong({ linkRefusal }: Pick<VisitorView, 'linkRefusal'>, now: number): boolean {
  return linkRefusal?.removalAskedAt !== undefined && now - Date.parse(linkRefusal.removalAskedAt) > LONG_MS;
}

/** Requests first, the oldest on top, then the last week's refusals. `now` in ms. */
export function shownOnBoard(list: readonly ChildView[], now: number): VisitorView[] {
  const shown = visitorsOf(list).filter((visitor) => visitor.linkRefusal && isShownOnBoard(visitor, now));
  const order = (visitor: VisitorView) =>
    `${standingRefusal(visitor) === 'asks-removal' ? 0 : 1} ${visitor.linkRefusal?.at}`;
  return shown.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

function isShownOnBoard(visitor: VisitorView, now: number): boolean {
  const said = standingRefusal(visitor);
  return said === 'asks-removal' || (said === 'refuses' && now - since(visitor) < SHOWN_MS);
}

const since = ({ linkRefusal }: VisitorView) => Date.parse(linkRefusal?.at ?? '');

interface RemovalDialogProps {
  visitor: VisitorView;
  onRemoved(): void;
  onClose(): void;
}

/** Waits for the whole history, then shows the progress. */
function RemovalDialog({ visitor, onRemoved, onClose }: RemovalDialogProps) {
  const { t, texts } = useTranslation('details');
  const household = useHousehold();
  const view = useView();
  const [failure, setFailure] = useState<Failure>();
  const [progress, setProgress] = useState<{ done: number; count: number }>();
  const { name, ref, status } = visitor;
  const isLoading = view.state !== 'loaded' || view.historyLoading;
  const count = progress?.count ?? visitsToRemove(view, ref).length;
  const confirm = async () => {
    setProgress({ done: 0, count });
    const failed = await removeForGood(household, ref, (done, all) => setProgress({ done, count: all }));
    setProgress(undefined);
    setFailure(failed);
    if (failed === undefined) onRemoved();
  };
  return (
    <ConfirmDialog
      title={t(($) => $.linkRefusals.removeTitle, { name })}
      confirmLabel={texts.common.remove}
      isBusy={isLoading || progress !== undefined}
      onConfirm={() => void confirm()}
      failure={failure && failureText(t, failure)}
      onClose={onClose}
    >
      <p>{t(($) => $.linkRefusals.removeText, { name, count })}</p>
      {status === 'in' && <p>{t(($) => $.linkRefusals.isHere, { name })}</p>}
      <p role="status">
        {isLoading ? texts.linkRefusals.waits : progress && t(($) => $.linkRefusals.removing, progress)}
      </p>
    </ConfirmDialog>
  );
}
