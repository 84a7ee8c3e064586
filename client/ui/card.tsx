import type { ComponentProps } from 'react';
import styles from './card.module.css';
import { classes } from './classes.ts';

/** A raised surface. */
export function Card({
  as: Element = 'div',
  className,
  ...rest
}: ComponentProps<'div'> & { as?: 'div' | 'section' | 'article' }) {
  return <Element {...rest} className={classes(styles.card, 'raised surface', className)} />;
}
