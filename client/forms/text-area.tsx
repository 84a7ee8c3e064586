import type { Attributes } from '#client/lib/jsx.ts';
import { classes } from '#client/ui/classes.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface TextAreaProps extends Omit<Attributes<'textarea'>, 'id'>, FieldProps {}

/** A multi-line text field with its label. */
export function TextArea({ label, hint, problem, describedBy, optional, className, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, problem, describedBy, optional }}>
      {(control) => (
        <textarea {...area} {...control} className={classes(styles.control, styles.area, className)} />
      )}
    </Field>
  );
}
