import type { ComponentProps, ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import styles from './icon-button.module.css';

interface IconButtonProps extends ComponentProps<'button'> {
  /** Names the action and its subject; there is no visible text. */
  'aria-label': string;
  icon: ReactNode;
}

/** A round button without text, for crowded rows. */
export function IconButton({ icon, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classes(styles.button, 'circle muted bare', className)}>
      {icon}
    </button>
  );
}
