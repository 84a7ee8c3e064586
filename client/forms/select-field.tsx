import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classes } from '#client/ui/classes.ts';
import styles from './field.module.css';
import { Field, type FieldFrame } from './field.tsx';

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id'>, FieldFrame {
  name: string;
}

/** One of several, on the device's own list; the options are its children. */
export function SelectField({
  label,
  hint,
  problem,
  describedBy,
  optional,
  className,
  ...select
}: SelectFieldProps) {
  return (
    <Field frame={{ label, hint, problem, describedBy, optional }}>
      {(ties) => (
        <div className={styles.withArrow}>
          <select {...select} {...ties} className={classes(styles.control, styles.select, className)} />
          <ChevronDown size={20} aria-hidden="true" />
        </div>
      )}
    </Field>
  );
}
