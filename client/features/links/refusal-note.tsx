import Hand from 'lucide-react/icons/hand';
import { useId, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { failureMessage } from '#client/forms/failure-message.ts';
import type { Failure } from '#client/forms/run-command.ts';
import { useHousehold, useView, useVisitorIfAny } from '#client/session/use-household.ts';
import { useRun } from '#client/session/use-run.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { keepFocus } from '#client/ui/hooks/keep-focus.ts';
import { useNow } from '#client/ui/hooks/use-now.ts';
import { genitive } from '#domain/genitive.ts';
import styles from './refusal.module.css';
import { hasWaitedLong, removeForGood, standingRefusal, visitsToRemove } from './refusals.ts';

export interface RefusalNoteProps {
  /** Somebody whose family said something through a link, as the list shows them. */
  visitor: VisitorView;
  /** The id of the heading that gets the focus once the note is gone. */
  focusAfter: string;
}

/**
 * The words of the visitor's family through a link, and the host's answers to them. Where a list holds still, the note of somebody
 * who is gone, or was answered, keeps its place without effect.
 */
export function RefusalNote({ visitor: shown, focusAfter }: RefusalNoteProps) {
  const { t, language } = useTranslation(['rare']);
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
    <div
      role="group"
      aria-labelledby={text}
      className={`${styles.note} box stack gap-2 notice`}
      inert={said !== was}
    >
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

/** Remove or keep. Nothing is removed before it was asked again. */
function Request({ visitor, sentence, focusAfter }: AnswerProps) {
  const { t, texts, format } = useTranslation();
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
        <Button variant="danger" {...labelled(texts.linkRefusals.remove)} onClick={() => setAsking(true)} />
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
  const { texts } = useTranslation();
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

interface RemovalDialogProps {
  visitor: VisitorView;
  onRemoved(): void;
  onClose(): void;
}

/** Asks before everything about a person is removed, waits until all of the history is here, and says how far it is. */
function RemovalDialog({ visitor, onRemoved, onClose }: RemovalDialogProps) {
  const { t, texts } = useTranslation();
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
      confirmLabel={texts.linkRefusals.remove}
      busy={isLoading || progress !== undefined}
      onConfirm={() => void confirm()}
      failure={failure && failureMessage(t, failure)}
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
