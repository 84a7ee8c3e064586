import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import spinner from '#client/ui/feedback/spinner.module.css';
import { Link, type LinkProps } from '#client/ui/link.tsx';
import styles from './button.module.css';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'checkIn' | 'checkOut';

interface ButtonStyle {
  variant?: ButtonVariant | undefined;
  /** Placed before the label; not read out. */
  icon?: ReactNode;
  /** Full width. */
  wide?: boolean | undefined;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Shows a spinner and ignores clicks. Not disabled, so that the button keeps the focus. */
  busy?: boolean | undefined;
}

export function Button({ variant, icon, wide, busy, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(styleClasses({ variant, wide }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? ignore : onClick}
    >
      {busy ? <span className={spinner.spinner} aria-hidden="true" /> : icon}
      <span className="wrap">{children}</span>
    </button>
  );
}

interface LinkButtonProps extends LinkProps, ButtonStyle {}

/** A link within the app, styled as a button. */
export function LinkButton({ variant, icon, wide, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classes(styleClasses({ variant, wide }), className)}>
      {icon}
      <span className="wrap">{children}</span>
    </Link>
  );
}

interface AnchorButtonProps extends ComponentProps<'a'>, ButtonStyle {}

/** A link that leaves the app, for example to a phone call or message, styled as a button. */
export function AnchorButton({ variant, icon, wide, className, children, ...rest }: AnchorButtonProps) {
  return (
    <a {...rest} className={classes(styleClasses({ variant, wide }), className)}>
      {icon}
      <span className="wrap">{children}</span>
    </a>
  );
}

function styleClasses({ variant = 'primary', wide }: ButtonStyle): string {
  return classes(styles.button, 'target gap-2 strong', styles[variant], wide && styles.wide);
}

/** Prevents the default, because a busy submit button must not submit the form again. */
function ignore(event: MouseEvent) {
  event.preventDefault();
}
