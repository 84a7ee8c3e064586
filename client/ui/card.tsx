import type { Attributes } from '#client/lib/jsx.ts';
import styles from './card.module.css';
import { classes } from './classes.ts';

/** A raised surface. */
export function Card({
  as: Element = 'div',
  className,
  ...rest
}: Attributes<'div'> & { as?: 'div' | 'section' | 'article' }) {
  return <Element {...rest} className={classes(styles.card, 'raised surface', className)} />;
}
