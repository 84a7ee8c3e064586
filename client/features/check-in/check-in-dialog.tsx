import ArrowLeft from 'lucide-react/icons/arrow-left';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import { type RefObject, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { RefusedCommand, VisitorView } from '#client/data/port.ts';
import { canRetry, refusedReason } from '#client/forms/refusal-text.ts';
import { type Failure, limitText, runCommand } from '#client/forms/run-command.ts';
import { ContactButtons } from '#client/people/person-buttons.tsx';
import {
  useDeferredView,
  useHousehold,
  useHouseholdIfAny,
  useViewPart,
} from '#client/session/use-household.ts';
import { useMessageParent } from '#client/session/use-message-parent.tsx';
import { useRegistration } from '#client/session/use-site-info.ts';
import {
  type SuccessfulTap,
  type TapResult,
  tapResult,
  useSetStatus,
  useTapText,
  useUndo,
} from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import styles from './check-in.module.css';
import { ChildStep, VisitorStep } from './visitor-step.tsx';

interface DialogProps {
  mode: Status;
  /** Undefined while the children are listed. */
  chosen: Id | undefined;
  onChoose: (child: Id | undefined) => void;
  onNewFriend: (child: Id) => void;
  onClose: () => void;
}

export function CheckInDialog({ isSignedIn, ...props }: DialogProps & { isSignedIn: boolean }) {
  return isSignedIn ? <FamilyDialog {...props} /> : <SignedOutDialog {...props} />;
}

function FamilyDialog({ mode, chosen, onChoose, onNewFriend, onClose }: DialogProps) {
  const { texts } = useTranslation();
  const household = useHousehold();
  const view = useDeferredView();
  const title = useModeWords(mode);
  const child = view.children.find(({ id }) => id === chosen);
  const { result, refused, changed, tap, retry, close, goBack, leave, messageParent } = useCheckInDialog(
    mode,
    onClose,
  );
  const stableTap = useStableCallback(tap);
  const addFriend = useStableCallback((of: Id) => leave(() => onNewFriend(of)));
  const content = useStepFocus(child?.id);
  const footer = child && (
    <div className={`${styles.footer} gap-1`}>
      <Button
        variant="secondary"
        icon={ArrowLeft}
        label={texts.common.back}
        onClick={() => goBack(() => onChoose(undefined))}
      />
      {changed && <ContactButtons isSmall visitor={changed} onMessageParent={messageParent} />}
      {refused && canRetry(refused) && <Button label={texts.common.retry} onClick={retry} />}
    </div>
  );
  return (
    <Dialog
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
          <ChildStep view={view} onChoose={onChoose} onRetry={() => household.syncNow()} />
        )}
      </div>
    </Dialog>
  );
}

function useModeWords(mode: Status): string {
  const { texts } = useTranslation();
  return mode === 'in' ? texts.common.checkIn : texts.common.checkOut;
}

/** Reopens after sign-in; strangers can try the board. */
function SignedOutDialog({ mode, onClose }: Pick<DialogProps, 'mode' | 'onClose'>) {
  const { texts } = useTranslation();
  const title = useModeWords(mode);
  const isStranger = useHouseholdIfAny() === undefined;
  const isOpen = useRegistration() === 'open';
  const returnTo = { from: '/', open: mode };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack gap-4">
        <h3>{texts.modal.signedOutTitle}</h3>
        <p>{texts.modal.signedOutText}</p>
        {isStranger && <p className="muted">{texts.modal.tryFirst}</p>}
        <div className="stack gap-2">
          {isOpen && <LinkButton to="/register" state={returnTo} wide label={texts.common.nav.register} />}
          <LinkButton to="/login" state={returnTo} variant="secondary" wide label={texts.common.nav.signIn} />
        </div>
      </div>
    </Dialog>
  );
}

/** The pressed button is gone: focus the heading. */
function useStepFocus(step: unknown): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const heading = content.current?.querySelector('h3');
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [step]);
  return content;
}

/** In ms, after a success. */
const CLOSES_AFTER = 2000;

/** Closes shortly after a success unless refused; another success restarts the delay. */
function useCheckInDialog(mode: Status, onClose: () => void) {
  const [result, setResult] = useState<TapResult>();
  const [taps, setTaps] = useState<readonly { visitor: VisitorView; op: Id }[]>([]);
  const toast = useToast();
  const household = useHouseholdIfAny();
  const openMessageParent = useMessageParent();
  const setStatus = useSetStatus();
  const textOf = useTapText('modal');
  const { toastOf } = useUndo();
  const toasts = useRef<ToastContent[]>([]);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The tap that the server refused, until the next tap.
  const refused = useViewPart((view) => view.refused.findLast(({ op }) => taps.some((tap) => tap.op === op)));
  useEffect(() => () => clearTimeout(closing.current), []);
  useEffect(() => {
    if (!refused) return;
    clearTimeout(closing.current);
    closing.current = undefined;
  }, [refused]);

  const leave = useCallback(
    (open: () => void) => {
      clearTimeout(closing.current);
      closing.current = undefined;
      open();
      for (const content of toasts.current.splice(0)) toast(content);
    },
    [toast],
  );
  // Undo toasts wait: nothing beside an open modal can be reached.
  const close = useCallback(() => leave(onClose), [leave, onClose]);
  // Right after a success, going back closes the modal.
  const goBack = (back: () => void) => (closing.current === undefined ? back() : close());

  const report = (visitor: VisitorView, found: TapResult) => {
    const known = household?.view().refused ?? [];
    setResult(found);
    // Drop taps whose refusal was shown; the page lists them.
    setTaps((before) => [
      ...before.filter(({ op }) => !known.some((one) => one.op === op)),
      ...(found.kind === 'changed' ? [{ visitor, op: found.op }] : []),
    ]);
    if (found.kind !== 'changed') return;
    toasts.current.push(toastOf(visitor, found.op, textOf(found), mode === 'out'));
    clearTimeout(closing.current);
    closing.current = setTimeout(close, CLOSES_AFTER);
  };
  const changed = result?.kind === 'changed' && !refused ? taps.at(-1)?.visitor : undefined;
  const tap = (visitor: VisitorView) => void setStatus(visitor, mode).then((found) => report(visitor, found));
  const retry = () => {
    const visitor = taps.find(({ op }) => op === refused?.op)?.visitor;
    if (!refused || !visitor) return;
    void runCommand(() => household?.retry(refused.op)).then((done) =>
      report(visitor, tapResult(done, visitor.name, mode)),
    );
  };
  const messageParent = () => {
    close();
    if (changed) openMessageParent(changed.ref);
  };
  return { result, refused, changed, tap, retry, close, goBack, leave, messageParent };
}

interface TapResultProps {
  result: TapResult;
  /** Replaces a success that was shown. */
  refused: RefusedCommand | undefined;
}

/** In the dialog's status region. */
function TapResultLine({ result, refused }: TapResultProps) {
  if (refused)
    return (
      <Suspense>
        <Refused refused={refused} />
      </Suspense>
    );
  return result.kind === 'failed' ? <Failed failure={result.failure} /> : <Succeeded result={result} />;
}

function Refused({ refused }: { refused: RefusedCommand }) {
  const { t, texts } = useTranslation('details');
  const name = refused.people?.person;
  return (
    <ErrorBox>
      <strong>{name ? `${name}: ${texts.common.error}` : texts.common.error}</strong>
      <p>{refusedReason(t, refused)}</p>
    </ErrorBox>
  );
}

function Succeeded({ result }: { result: SuccessfulTap }) {
  const { texts } = useTranslation();
  const text = useTapText('modal')(result);
  if (result.kind === 'unchanged')
    return (
      <div className={`${styles.notice} box line gap-3 wrap notice`}>
        <Info size={24} />
        <p>{text}</p>
      </div>
    );
  return (
    <div className={`${styles.success} box tone-in line gap-3 wrap`}>
      <CircleCheck size={28} />
      <p>
        <strong>{texts.common.success}</strong>
        <span>{` ${text}`}</span>
      </p>
    </div>
  );
}

function Failed({ failure }: { failure: Failure }) {
  const { t, texts } = useTranslation();
  const reached = typeof failure === 'object' && limitText(t, failure);
  return (
    <ErrorBox>
      <strong>{texts.common.error}</strong>
      {reached && <p>{reached}</p>}
      {failure === 'not-stored' && <p>{texts.modal.notStored}</p>}
    </ErrorBox>
  );
}
