import type { ComponentProps } from 'react';
import { classes } from '#client/ui/classes.ts';
import styles from './field.module.css';
import { Field, type FieldFrame } from './field.tsx';

export interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id'>, FieldFrame {}

/** Several lines of text with their label. */
export function TextArea({ label, hint, problem, describedBy, optional, className, ...area }: TextAreaProps) {
  return (
    <Field frame={{ label, hint, problem, describedBy, optional }}>
      {(ties) => <textarea {...area} {...ties} className={classes(styles.control, styles.area, className)} />}
    </Field>
  );
}
