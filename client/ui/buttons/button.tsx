import type { ExoticComponent, MouseEvent } from 'react';
import type { Attributes, Content } from '#client/lib/jsx.ts';
import { classes } from '#client/ui/classes.ts';
import spinner from '#client/ui/feedback/spinner.module.css';
import { Link, type LinkProps } from '#client/ui/link.tsx';
import styles from './button.module.css';
import iconStyles from './icon-button.module.css';

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'checkIn' | 'checkInSoft' | 'checkOut';

type Icon = ExoticComponent<{ size?: number }>;

interface ButtonLook {
  label: Content;
  /** Not read out. */
  icon?: Icon | undefined;
  /** In px. */
  iconSize?: number;
  variant?: ButtonVariant | undefined;
  wide?: boolean | undefined;
  className?: string | undefined;
}

type Looks<P> = Omit<P, 'children' | keyof ButtonLook> & ButtonLook;

export type ButtonProps = Looks<Attributes<'button'>> & {
  /** Ignores clicks, but is not disabled, so that it keeps the focus. */
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

export function LinkButton(props: Looks<LinkProps>) {
  const { rest, className, icon, words } = look(props);
  return (
    <Link {...rest} className={className}>
      {icon}
      {words}
    </Link>
  );
}

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

/** A busy submit button must not submit again. */
function ignore(event: MouseEvent) {
  event.preventDefault();
}

interface IconButtonProps extends Attributes<'button'> {
  /** No visible text. */
  label: string;
  icon: Icon;
  /** In px. */
  iconSize?: number;
}

export function IconButton({ label, icon: Icon, iconSize = 20, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classes(iconStyles.button, 'circle muted bare', className)}
    >
      <Icon size={iconSize} />
    </button>
  );
}
