import type { ExoticComponent, MouseEvent } from 'react';
import type { Attributes, Content } from '#client/lib/jsx.ts';
import { classes } from '#client/ui/classes.ts';
import spinner from '#client/ui/feedback/spinner.module.css';
import { Link, type LinkProps } from '#client/ui/link.tsx';
import styles from './button.module.css';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'checkIn' | 'checkInSoft' | 'checkOut';

export type Icon = ExoticComponent<{ size?: number }>;

interface ButtonLook {
  label: Content;
  /** Stands before the label; not read out. */
  icon?: Icon | undefined;
  /** In px. */
  iconSize?: number;
  variant?: ButtonVariant | undefined;
  /** Full width. */
  wide?: boolean | undefined;
  className?: string | undefined;
}

/** The props of an element that looks like a button: `look` makes its contents and class. */
type Looks<P> = Omit<P, 'children' | keyof ButtonLook> & ButtonLook;

export type ButtonProps = Looks<Attributes<'button'>> & {
  /** Shows a spinner and ignores clicks. Not disabled, so that the button keeps the focus. */
  busy?: boolean | undefined;
};

export function Button({ busy, onClick, ...props }: ButtonProps) {
  const { rest, className, icon, words } = look(props);
  return (
    <button
      type="button"
      {...rest}
      className={className}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? ignore : onClick}
    >
      {busy ? <span className={spinner.spinner} aria-hidden="true" /> : icon}
      {words}
    </button>
  );
}

/** A link within the app, styled as a button. */
export function LinkButton(props: Looks<LinkProps>) {
  const { rest, className, icon, words } = look(props);
  return (
    <Link {...rest} className={className}>
      {icon}
      {words}
    </Link>
  );
}

/** A link that leaves the app, for example to a phone call or message, styled as a button. */
export function AnchorButton(props: Looks<Attributes<'a'>>) {
  const { rest, className, icon, words } = look(props);
  return (
    <a {...rest} className={className}>
      {icon}
      {words}
    </a>
  );
}

function look<P extends ButtonLook>({
  label,
  icon: Icon,
  iconSize = 20,
  variant = 'primary',
  wide,
  className,
  ...rest
}: P) {
  return {
    rest,
    className: classes(styles.button, 'target gap-2 strong', styles[variant], wide && styles.wide, className),
    icon: Icon && <Icon size={iconSize} />,
    words: <span className="wrap">{label}</span>,
  };
}

/** Prevents the default, because a busy submit button must not submit the form again. */
function ignore(event: MouseEvent) {
  event.preventDefault();
}
