import { useUiTexts } from '#client/ui/ui-texts.ts';
import { ConfirmDialog } from './dialog.tsx';

/** Its own file: loaded only then. */
export function LeaveQuestion({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { leaving } = useUiTexts();
  return (
    <ConfirmDialog
      title={leaving.title}
      confirmLabel={leaving.leave}
      cancelLabel={leaving.stay}
      onConfirm={onLeave}
      onClose={onStay}
    >
      <p>{leaving.text}</p>
    </ConfirmDialog>
  );
}
