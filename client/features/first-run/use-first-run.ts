import { useState } from 'react';
import type { ChildView, VisitorView } from '#client/data/port.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import type { FirstRunStep } from '#client/session/return-to.ts';
import { useUndo } from '#client/session/undo.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { useKeptDraft } from './draft.ts';
import { type StepForm, useChildForm, useFriendForm } from './step-forms.ts';

interface Input {
  list: readonly ChildView[];
  step: FirstRunStep;
  onStep(step: FirstRunStep): void;
  onClose(): void;
}

interface FirstRun {
  child: ChildView | undefined;
  friend: VisitorView | undefined;
  /** The step that can be shown: one whose child or friend is missing falls back to the step that adds them. */
  current: FirstRunStep;
  /** The form of the current step; undefined for the last one. */
  form: StepForm | undefined;
  /** The check-in of the last step; it closes the sheet. */
  checkIn(): Promise<void>;
  isBusy: boolean;
  failure: Failure | undefined;
}

/** The steps of the first run. What a step has stored is edited by it from then on, as after going back or a reload. */
export function useFirstRun({ list, step, onStep, onClose }: Input): FirstRun {
  const child = list[0];
  const friend = child?.friends[0];
  const current = child ? (step === 'here' && !friend ? 'friend' : step) : 'child';
  const forms = {
    child: useChildForm(child, () => onStep('friend')),
    friend: useFriendForm(child?.id, friend, () => onStep('here')),
    here: undefined,
  };
  const form = forms[current];
  useKeptDraft(current, form?.typed.values ?? {});
  return { child, friend, current, form, ...useCheckIn(friend, onClose) };
}

function useCheckIn(friend: VisitorView | undefined, onDone: () => void) {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  const { toastOf } = useUndo();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const checkIn = async () => {
    if (!friend) return;
    setBusy(true);
    const result = await runCommand(() => household?.run('checkIn', friend.ref));
    setBusy(false);
    setFailure(result.failure);
    if (!result.done) return;
    onDone();
    const { name } = friend;
    toast(
      toastOf(friend, result.op, `${t(($) => $.common.success)} ${t(($) => $.hereNow.checkedIn, { name })}`),
    );
  };
  return { checkIn, isBusy, failure };
}
