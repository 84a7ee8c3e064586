import ChevronDown from 'lucide-react/icons/chevron-down';
import type { Attributes } from '#client/lib/jsx.ts';
import { classes } from '#client/ui/classes.ts';
import styles from './field.module.css';
import { Field, type FieldProps } from './field.tsx';

interface SelectFieldProps extends Omit<Attributes<'select'>, 'id'>, FieldProps {
  name: string;
}

/** A native select with its label; the options are its children. */
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
    <Field {...{ label, hint, problem, describedBy, optional }}>
      {(control) => (
        <div className={styles.holder}>
          <select {...select} {...control} className={classes(styles.control, styles.select, className)} />
          <ChevronDown size={20} />
        </div>
      )}
    </Field>
  );
}
