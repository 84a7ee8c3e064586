import { useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { failureMessage } from '#client/forms/failure-message.ts';
import styles from '#client/forms/fields-dialog.module.css';
import type { Failure } from '#client/forms/run-command.ts';
import { useHousehold, useView } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { removeForGood, visitsToRemove } from './remove-for-good.ts';

interface Props {
  visitor: VisitorView;
  onRemoved(): void;
  onClose(): void;
}

/** Asks before everything about a person is removed, waits until all of the history is here, and says how far it is. */
export function RemovalDialog({ visitor, onRemoved, onClose }: Props) {
  const { t } = useTranslation();
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
      open
      title={t(($) => $.linkRefusals.removeTitle, { name })}
      confirmLabel={t(($) => $.linkRefusals.remove)}
      busy={isLoading || progress !== undefined}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <div className={styles.form}>
        <p>{t(($) => $.linkRefusals.removeText, { name, count })}</p>
        {status === 'in' && <p>{t(($) => $.linkRefusals.isHere, { name })}</p>}
        <p role="status">
          {isLoading && t(($) => $.linkRefusals.waits)}
          {progress && t(($) => $.linkRefusals.removing, progress)}
        </p>
        {failure && (
          <ErrorBox>
            {failureMessage(
              t,
              failure,
              t(($) => $.common.error),
            )}
          </ErrorBox>
        )}
      </div>
    </ConfirmDialog>
  );
}
