import Check from 'lucide-react/icons/check';
import type { Content } from '#client/lib/jsx.ts';
import button from '#client/ui/buttons/button.module.css';
import spinner from '#client/ui/feedback/spinner.module.css';
import styles from './action-button.module.css';

export const ACTION = `${button.button} ${styles.action} target gap-2 strong`;

interface Props {
  onPress: () => void;
  children: Content;
  /** Ignores presses, but keeps the focus. */
  busy?: boolean;
  chosen?: boolean;
  /** The accessible name, which must contain the visible text. */
  label?: string;
  disabled?: boolean;
  strong?: boolean;
}

export function ActionButton({
  onPress,
  children,
  busy = false,
  chosen,
  label,
  disabled = false,
  strong = false,
}: Props) {
  return (
    <button
      type="button"
      className={`${strong && !chosen ? button.checkIn : button.secondary} ${ACTION}`}
      aria-label={label}
      aria-pressed={chosen}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      disabled={disabled}
      onClick={() => !busy && onPress()}
    >
      {(busy || chosen) && (
        <span className={`${styles.mark} circle`} aria-hidden="true">
          {busy ? <span className={spinner.spinner} /> : <Check size={18} strokeWidth={3} />}
        </span>
      )}
      <span className="wrap">{children}</span>
    </button>
  );
}
