import Undo2 from 'lucide-react/icons/undo-2';
import X from 'lucide-react/icons/x';
import { useEffect, useMemo } from 'react';
import type { Attributes } from '#client/lib/jsx.ts';
import { markRoot } from '#client/ui/hooks/mark-root.ts';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import styles from './toast.module.css';
import type { ActiveToast } from './toast-content.ts';

/** The lifetime of a toast, in ms: long enough to undo, or to read a plain message. */
const DURATION = { withButton: 10_000, plain: 5000 };

/** One toast with its timer. A chunk of its own, because visitors never see a toast. */
export function ToastView({ toast, onGone }: { toast: ActiveToast; onGone: (id: number) => void }) {
  const texts = useUiTexts();
  const { id, text, onUndo, tell, actions = [] } = toast;
  const hasButton = onUndo !== undefined || actions.length > 0;
  const hasButtons = hasButton || tell !== undefined;
  const countdown = useMemo(
    () => new Countdown(hasButton ? DURATION.withButton : DURATION.plain, () => onGone(id)),
    [hasButton, id, onGone],
  );
  useEffect(() => {
    countdown.start();
    return () => countdown.pause();
  }, [countdown]);
  useEffect(markKeyFocus, []);
  const closeAnd = (then: () => void) => () => {
    onGone(id);
    then();
  };
  return (
    <section
      aria-label={texts.toast}
      className={`${styles.toast} box`}
      data-floats
      onMouseEnter={() => countdown.pause()}
      onMouseLeave={() => countdown.start()}
      onFocus={() => countdown.pause()}
      onBlur={() => countdown.start()}
    >
      <p className={`${styles.text} wrap`} data-short={hasButtons || undefined}>
        {text}
      </p>
      {hasButtons && (
        <div className={`${styles.buttons} flow`}>
          {tell && (
            <ToastButton aria-label={tell.label} onClick={tell.open}>
              {tell.word}
            </ToastButton>
          )}
          {actions.map(({ label, run }) => (
            <ToastButton key={label} onClick={closeAnd(run)}>
              {label}
            </ToastButton>
          ))}
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

/** Marks the document by the place of the keyboard's focus, which no toast may cover. Returns a function that ends it. */
function markKeyFocus(): () => void {
  let unmark = () => {};
  const mark = () => {
    unmark();
    const focused = document.activeElement;
    const isOfKeys = focused?.matches(':focus-visible') ?? false;
    const place = focused?.closest('#root > nav') ? 'keys-in-tabs' : 'keys-in-page';
    unmark = isOfKeys ? markRoot(place) : () => {};
  };
  mark();
  document.addEventListener('focusin', mark);
  return () => {
    document.removeEventListener('focusin', mark);
    unmark();
  };
}

/** A timer that can be paused and resumed. */
export class Countdown {
  #left: number;
  #started = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #then: () => void;

  constructor(ms: number, then: () => void) {
    this.#left = ms;
    this.#then = then;
  }

  start(): void {
    if (this.#timer !== undefined) return;
    this.#started = performance.now();
    this.#timer = setTimeout(this.#then, this.#left);
  }

  pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left -= performance.now() - this.#started;
  }
}
