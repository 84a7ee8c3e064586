import { useState } from 'react';
import type { RunResult } from '#client/data/port.ts';
import { failureWithReason } from '#client/forms/failure-message.ts';
import { type Failure, runCommand } from '#client/forms/run-command.ts';
import type { Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';

interface Props {
  name: string;
  /** Words what goes with the person; the texts of the part `rare` are there. */
  consequence(t: Translate): string;
  /** Runs the command; undefined if nobody is signed in any more. */
  remove(): Promise<RunResult> | undefined;
  onRemoved(): void;
  onClose(): void;
}

/** Asks before a person is removed, and reports a failure. */
export function RemoveDialog({ name, consequence, remove, onRemoved, onClose }: Props) {
  const { t } = useTranslation(['rare']);
  const [failure, setFailure] = useState<Failure>();
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const { failure: failed } = await runCommand(remove);
    setBusy(false);
    setFailure(failed);
    if (failed === undefined) onRemoved();
  };
  return (
    <ConfirmDialog
      title={t(($) => $.removal.removeTitle, { name })}
      confirmLabel={t(($) => $.common.remove)}
      busy={isBusy}
      failure={failure && failureWithReason(t, failure)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>{consequence(t)}</p>
    </ConfirmDialog>
  );
}
