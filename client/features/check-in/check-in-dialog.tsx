import ArrowLeft from 'lucide-react/icons/arrow-left';
import { canRetry } from '#client/session/refusal-reason.ts';
import { useDeferredView, useHousehold } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import styles from './check-in.module.css';
import { ChildStep } from './child-step.tsx';
import { ParentContact } from './parent-contact.tsx';
import { SignedOutStep } from './signed-out-step.tsx';
import { TapResultLine } from './tap-result-line.tsx';
import { useCheckInDialog } from './use-check-in-dialog.ts';
import { useStepFocus } from './use-step-focus.ts';
import { VisitorStep } from './visitor-step.tsx';

interface DialogProps {
  mode: Status;
  /** The child whose visitors the modal shows; without one it lists the children. */
  chosen: Id | undefined;
  onChoose: (child: Id | undefined) => void;
  /** Leads to the sheet that adds a friend of a child. */
  onNewFriend: (child: Id) => void;
  onClose: () => void;
}

/** The modal of the home page: choose a child, then tap one of its friends or guests. */
export function CheckInDialog({ isSignedIn, ...props }: DialogProps & { isSignedIn: boolean }) {
  return isSignedIn ? <FamilyDialog {...props} /> : <SignedOutDialog {...props} />;
}

function SignedOutDialog({ mode, onClose }: Pick<DialogProps, 'mode' | 'onClose'>) {
  return (
    <Dialog open title={useModeWords(mode)} onClose={onClose}>
      <SignedOutStep mode={mode} />
    </Dialog>
  );
}

function FamilyDialog({ mode, chosen, onChoose, onNewFriend, onClose }: DialogProps) {
  const { t } = useTranslation();
  const household = useHousehold();
  const view = useDeferredView();
  const title = useModeWords(mode);
  const child = view.children.find(({ id }) => id === chosen);
  const { result, refused, changed, tap, retry, close, goBack, leave, tell } = useCheckInDialog(
    mode,
    onClose,
  );
  const stableTap = useStableCallback(tap);
  const addFriend = useStableCallback((of: Id) => leave(() => onNewFriend(of)));
  const content = useStepFocus(child?.id);
  const footer = child && (
    <div className={styles.footer}>
      <Button
        variant="secondary"
        icon={<ArrowLeft size={20} aria-hidden="true" />}
        onClick={() => goBack(() => onChoose(undefined))}
      >
        {t(($) => $.common.back)}
      </Button>
      {changed && <ParentContact visitor={changed} onTell={tell} />}
      {refused && canRetry(refused) && <Button onClick={retry}>{t(($) => $.common.retry)}</Button>}
    </div>
  );
  return (
    <Dialog
      open
      title={title}
      footer={footer}
      status={result && <TapResultLine result={result} refused={refused} />}
      startAt="title"
      onClose={close}
    >
      <div ref={content}>
        {child ? (
          <VisitorStep key={child.id} child={child} mode={mode} onTap={stableTap} onNewFriend={addFriend} />
        ) : (
          <ChildStep view={view} onChoose={onChoose} onRetry={() => household.catchUp()} />
        )}
      </div>
    </Dialog>
  );
}

function useModeWords(mode: Status): string {
  const { t } = useTranslation();
  return mode === 'in' ? t(($) => $.common.checkIn) : t(($) => $.common.checkOut);
}
