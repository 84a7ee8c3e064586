import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { VisitorView } from '#client/data/port.ts';
import { runCommand } from '#client/forms/run-command.ts';
import { toneOf } from '#client/people/child-tones.ts';
import { ContactButtons } from '#client/people/person-buttons.tsx';
import { canRetry } from '#client/session/refusal-reason.ts';
import { useUndo } from '#client/session/undo.ts';
import { useRegistration } from '#client/session/use-host.ts';
import {
  useDeferredView,
  useHousehold,
  useHouseholdIfAny,
  useViewPart,
} from '#client/session/use-household.ts';
import { useTell } from '#client/session/use-tell.tsx';
import { type TapResult, tapResult, useSetStatus, useTapText } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button, LinkButton } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { ToastContent } from '#client/ui/feedback/toast-content.ts';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import type { Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import styles from './check-in.module.css';
import { ChildStep } from './child-step.tsx';
import { TapResultLine } from './tap-result-line.tsx';
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
    <Dialog title={useModeWords(mode)} onClose={onClose}>
      <SignedOutStep mode={mode} />
    </Dialog>
  );
}

function FamilyDialog({ mode, chosen, onChoose, onNewFriend, onClose }: DialogProps) {
  const { texts } = useTranslation();
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
    <div className={`${styles.footer} gap-1`}>
      <Button
        variant="secondary"
        icon={ArrowLeft}
        label={texts.common.back}
        onClick={() => goBack(() => onChoose(undefined))}
      />
      {changed && <ContactButtons isSmall visitor={changed} onTell={tell} />}
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
          <VisitorStep
            key={child.id}
            child={child}
            tone={toneOf(view.children, child.id)}
            mode={mode}
            onTap={stableTap}
            onNewFriend={addFriend}
          />
        ) : (
          <ChildStep view={view} onChoose={onChoose} onRetry={() => household.catchUp()} />
        )}
      </div>
    </Dialog>
  );
}

function useModeWords(mode: Status): string {
  const { texts } = useTranslation();
  return mode === 'in' ? texts.common.checkIn : texts.common.checkOut;
}

/** Asks a signed-out visitor to register or log in; the modal opens again afterwards. A stranger is told of the board to try. */
function SignedOutStep({ mode }: { mode: Status }) {
  const { texts } = useTranslation();
  const isStranger = useHouseholdIfAny() === undefined;
  const isOpen = useRegistration() === 'open';
  const returnTo = { from: '/', open: mode };
  return (
    <div className="stack gap-4">
      <h3>{texts.modal.signedOutTitle}</h3>
      <p>{texts.modal.signedOutText}</p>
      {isStranger && <p className="muted">{texts.modal.tryFirst}</p>}
      <div className="stack gap-2">
        {isOpen && <LinkButton to="/register" state={returnTo} wide label={texts.home.register} />}
        <LinkButton to="/login" state={returnTo} variant="secondary" wide label={texts.home.logIn} />
      </div>
    </div>
  );
}

/** Moves the focus to the heading when `step` changes: the button that led there is gone. */
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

/** The modal closes this long after a successful change, in ms. */
const CLOSES_AFTER = 2000;

/** Sets visitors in or out, and closes the modal shortly after a success, unless the server refuses it; another success restarts that delay. */
function useCheckInDialog(mode: Status, onClose: () => void) {
  const [result, setResult] = useState<TapResult>();
  const [taps, setTaps] = useState<readonly { visitor: VisitorView; op: Id }[]>([]);
  const toast = useToast();
  const household = useHouseholdIfAny();
  const tellAbout = useTell();
  const setStatus = useSetStatus();
  const textOf = useTapText('modal');
  const { toastOf } = useUndo();
  const toasts = useRef<ToastContent[]>([]);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The tap of this dialog that the server refused, until the next tap.
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
  // The toasts with undo come afterwards: nothing beside an open modal can be reached.
  const close = useCallback(() => leave(onClose), [leave, onClose]);
  // Within the two seconds after a success it closes the modal at once.
  const goBack = (back: () => void) => (closing.current === undefined ? back() : close());

  const report = (visitor: VisitorView, found: TapResult) => {
    const known = household?.view().refused ?? [];
    setResult(found);
    // A refusal was shown by now; the page lists it.
    setTaps((before) => [
      ...before.filter(({ op }) => !known.some((one) => one.op === op)),
      ...(found.kind === 'changed' ? [{ visitor, op: found.op }] : []),
    ]);
    if (found.kind !== 'changed') return;
    toasts.current.push(toastOf(visitor, found.op, textOf(found)));
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
  const tell = () => {
    close();
    if (changed) tellAbout(changed.ref);
  };
  return { result, refused, changed, tap, retry, close, goBack, leave, tell };
}
