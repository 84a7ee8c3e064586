import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useEffect, useMemo } from 'react';
import type { Attributes } from '#client/lib/jsx.ts';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import { lastPressed } from './ghost-tap-guard.ts';
import styles from './toast.module.css';
import type { ActiveToast } from './toast-content.ts';

/** In ms: long enough to undo, or to read a plain message. */
const DURATION = { withButton: 10_000, plain: 5000 };

/** Padding around the toasts, in px. */
const MARGIN = 8;

/** Its own chunk: visitors never see a toast. */
export function ToastView({ toast, onGone }: { toast: ActiveToast; onGone: (id: number) => void }) {
  const texts = useUiTexts();
  const { id, text, onUndo, messageParent, actions = [] } = toast;
  const hasButton = onUndo !== undefined || actions.length > 0;
  const hasButtons = hasButton || messageParent !== undefined;
  const countdown = useMemo(
    () => countdownOf(hasButton ? DURATION.withButton : DURATION.plain, () => onGone(id)),
    [hasButton, id, onGone],
  );
  useEffect(() => {
    countdown.start();
    return countdown.pause;
  }, [countdown]);
  const closeAnd = (then: () => void) => () => {
    onGone(id);
    then();
  };
  return (
    <section
      ref={standClear}
      aria-label={texts.toast}
      className={`${styles.toast} box`}
      data-floats
      onMouseEnter={countdown.pause}
      onMouseLeave={countdown.start}
      onFocus={countdown.pause}
      onBlur={countdown.start}
    >
      <p className={`${styles.text} wrap`} data-short={hasButtons || undefined}>
        {text}
      </p>
      {hasButtons && (
        <div className={`${styles.buttons} flow`}>
          {actions.map(({ label, run }) => (
            <ToastButton key={label} onClick={closeAnd(run)}>
              {label}
            </ToastButton>
          ))}
          {messageParent && (
            <ToastButton aria-label={messageParent.label} onClick={messageParent.open}>
              {messageParent.word}
            </ToastButton>
          )}
          {onUndo && (
            <ToastButton onClick={closeAnd(onUndo)}>
              <Undo2 size={20} />
              <span>{texts.undo}</span>
            </ToastButton>
          )}
        </div>
      )}
      <ToastButton kind="close" aria-label={texts.close} onClick={() => onGone(id)}>
        <X size={20} />
      </ToastButton>
    </section>
  );
}

function ToastButton({ kind = 'word', ...rest }: Attributes<'button'> & { kind?: 'word' | 'close' }) {
  return <button type="button" data-moves className={`${styles[kind]} target gap-2 bare`} {...rest} />;
}

/** Lifts the toasts above the last used control and its row, if they cover it. */
function standClear(toast: HTMLElement): () => void {
  const listening = new AbortController();
  const stack = toast.parentElement;
  const place = () => {
    const used = lastPressed()?.closest('button, a, li');
    if (!stack || !used) return;
    stack.style.translate = '';
    const { left, top, bottom } = stack.getBoundingClientRect();
    const [from, until] = [left + toast.offsetLeft, left + toast.offsetLeft + toast.offsetWidth];
    const whole = used.closest('li');
    // A high row, as with large text, would leave little screen: only its control stays uncovered.
    const isLow = whole && whole.offsetHeight < window.innerHeight / 4;
    const row = (isLow ? whole : used).getBoundingClientRect();
    const isBeside = row.right <= from || row.left >= until;
    const isCovered = !isBeside && row.bottom > top + MARGIN && row.top < bottom - MARGIN;
    if (isCovered && row.top + top > bottom) stack.style.translate = `0 ${row.top - bottom}px`;
  };
  place();
  window.addEventListener('scroll', place, { passive: true, signal: listening.signal });
  return () => listening.abort();
}

export function countdownOf(ms: number, then: () => void) {
  let left = ms;
  let started = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    start(): void {
      if (timer !== undefined) return;
      started = performance.now();
      timer = setTimeout(then, left);
    },
    pause(): void {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left -= performance.now() - started;
    },
  };
}
