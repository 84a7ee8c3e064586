import { memo } from 'react';
import { classes } from '#client/ui/classes.ts';
import type { Tone } from './child-tones.ts';
import styles from './initials.module.css';
import { initialsOf } from './initials-of.ts';

interface Props {
  name: string;
  tone: Tone;
  small?: boolean;
}

/**
 * The initials of a child or visitor in a circle of the child's colour (`toneOf`). A decoration: the text beside it names
 * the person and the child, so that nothing is told by colour alone.
 */
export const Initials = memo(function Initials({ name, tone, small }: Props) {
  return (
    <span
      aria-hidden="true"
      className={classes(styles.initials, 'circle small', small && styles.small)}
      data-tone={tone}
    >
      {initialsOf(name)}
    </span>
  );
});
