import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './field.module.css';

export interface FieldFrame {
  label: ReactNode;
  /** Says what is wanted, before anything went wrong. */
  hint?: ReactNode;
  /** Says what is wrong and how to mend it; absent while all is well. */
  problem?: string | undefined;
  /** The id of a text elsewhere that explains this field, such as a form's red box. */
  describedBy?: string | undefined;
  /** Marks the field as optional beside its label. */
  optional?: boolean | undefined;
}

/** What ties a control to its label, hint and problem. */
export interface FieldTies {
  id: string;
  /** Said in so many words: a browser takes an empty date that is required for a wrong one. */
  'aria-invalid': boolean;
  'aria-describedby'?: string;
}

/** Label above, hint and problem below a control, tied together for screen readers. */
export function Field({ frame, children }: { frame: FieldFrame; children: (ties: FieldTies) => ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  const { label, hint, problem, describedBy, optional } = frame;
  const described = [hint && `${id}-hint`, problem && `${id}-problem`, describedBy].filter(Boolean).join(' ');
  const ties: FieldTies = {
    id,
    'aria-invalid': Boolean(problem || describedBy),
    ...(described ? { 'aria-describedby': described } : {}),
  };
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> ({t(($) => $.common.optional)})</span>}
      </label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children(ties)}
      {problem && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
    </div>
  );
}

/** What is wrong with a field, or with several that stand side by side and name its id as their `describedBy`. */
export function FieldProblem({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p className={styles.problem} id={id}>
      <CircleAlert size={18} aria-hidden="true" />
      {children}
    </p>
  );
}
