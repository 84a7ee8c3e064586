import type { ComponentProps, ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import styles from './icon-button.module.css';

export interface IconButtonProps extends ComponentProps<'button'> {
  /** What it does and to whom: nothing else says so. */
  'aria-label': string;
  icon: ReactNode;
}

/** A round button with a picture alone, for rows where words would crowd. */
export function IconButton({ icon, className, ...rest }: IconButtonProps) {
  return (
    <button type="button" {...rest} className={classes(styles.button, className)}>
      {icon}
    </button>
  );
}
