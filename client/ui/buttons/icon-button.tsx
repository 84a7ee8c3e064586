import type { Attributes } from '#client/lib/jsx.ts';
import { classes } from '#client/ui/classes.ts';
import type { Icon } from './button.tsx';
import styles from './icon-button.module.css';

interface IconButtonProps extends Attributes<'button'> {
  /** Names the action and its subject; there is no visible text. */
  label: string;
  icon: Icon;
  /** In px. */
  iconSize?: number;
}

/** A round button without text, for crowded rows. */
export function IconButton({ label, icon: Icon, iconSize = 20, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={classes(styles.button, 'circle muted bare', className)}
    >
      <Icon size={iconSize} />
    </button>
  );
}
