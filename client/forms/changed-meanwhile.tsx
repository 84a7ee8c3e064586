import { useTranslation } from '#client/translations/use-translation.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';

export interface Props {
  /** The fields that were saved meanwhile, in words, and what they hold now; '' if nothing. */
  fields: readonly (readonly [label: string, held: string])[];
  isBusy: boolean;
  onReplace(): void;
  /** Returns to the form, which keeps what was typed. */
  onClose(): void;
}

/** Loaded by lazy-changed-meanwhile.ts. */
export function ChangedMeanwhile({ fields, isBusy, onReplace, onClose }: Props) {
  const { texts } = useTranslation(['rare']);
  const { title, text, nothing, replace } = texts.meanwhile;
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={replace}
      cancelLabel={texts.common.leaving.stay}
      busy={isBusy}
      onConfirm={onReplace}
      onClose={onClose}
    >
      <p>{text}</p>
      <dl className="stack gap-2">
        {fields.map(([label, held]) => (
          <div key={label}>
            <dt className="muted small">{label}</dt>
            <dd className="wrap strong">
              <bdi>{held || nothing}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </ConfirmDialog>
  );
}
