import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { Spinner } from '#client/ui/feedback/spinner.tsx';
import { Link, type LinkProps } from '#client/ui/link.tsx';
import styles from './button.module.css';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'checkIn' | 'checkOut';

interface Looks {
  variant?: ButtonVariant | undefined;
  /** Stands before the words and is not read out. */
  icon?: ReactNode;
  /** As wide as what holds it. */
  wide?: boolean | undefined;
}

export interface ButtonProps extends ComponentProps<'button'>, Looks {
  /** At work: says so, keeps its focus and takes no further tap. Never disabled, so that nobody loses their place. */
  busy?: boolean | undefined;
}

export function Button({ variant, icon, wide, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(looks({ variant, wide }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? ignore : onClick}
    >
      {busy ? <Spinner /> : icon}
      <span className={styles.words}>{children}</span>
    </button>
  );
}

export interface LinkButtonProps extends LinkProps, Looks {}

/** A link that looks like a button: it goes somewhere, a button does something. */
export function LinkButton({ variant, icon, wide, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classes(looks({ variant, wide }), className)}>
      {icon}
      <span className={styles.words}>{children}</span>
    </Link>
  );
}

export interface AnchorButtonProps extends ComponentProps<'a'>, Looks {}

/** A link that leaves the app, for the phone's own call or message, and looks like a button. */
export function AnchorButton({ variant, icon, wide, className, children, ...rest }: AnchorButtonProps) {
  return (
    <a {...rest} className={classes(looks({ variant, wide }), className)}>
      {icon}
      <span className={styles.words}>{children}</span>
    </a>
  );
}

function looks({ variant = 'primary', wide }: Looks): string {
  return classes(styles.button, styles[variant], wide && styles.wide);
}

/** A busy submit button must not send the form again. */
function ignore(event: MouseEvent) {
  event.preventDefault();
}
