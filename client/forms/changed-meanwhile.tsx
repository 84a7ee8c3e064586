import { useTranslation } from '#client/translations/use-translation.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/dialog.tsx';

export interface Props {
  /** Labels of fields saved meanwhile, with their current text, '' if empty. */
  fields: readonly (readonly [label: string, held: string])[];
  isBusy: boolean;
  onReplace(): void;
  onClose(): void;
}

export function ChangedMeanwhile({ fields, isBusy, onReplace, onClose }: Props) {
  const { texts } = useTranslation('details');
  const { title, text, nothing, replace } = texts.meanwhile;
  return (
    <ConfirmDialog
      {...{ isBusy, onClose }}
      title={title}
      confirmLabel={replace}
      cancelLabel={texts.common.leaving.stay}
      onConfirm={onReplace}
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
