import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId } from 'react';
import type { Content, Elements } from '#client/lib/jsx.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import styles from './field.module.css';

export interface FieldProps {
  label: Content;
  /** Says what to fill in. */
  hint?: string | Elements;
  /** Says what is wrong and how to correct it. */
  problem?: string | undefined;
  /** The id of a message elsewhere about this field, such as the form's error box. Marks the field as invalid. */
  describedBy?: string | undefined;
  /** Adds "optional" to the label. */
  optional?: boolean | undefined;
}

/** Attributes that link a control to its label, hint and problem. */
interface ControlAttributes {
  id: string;
  /** Always set, because a browser reports an empty required date as invalid by itself. */
  'aria-invalid': boolean;
  'aria-describedby'?: string;
}

/** A control with its label, hint and problem, linked for screen readers. */
export function Field({
  label,
  hint,
  problem,
  describedBy,
  optional,
  children,
}: FieldProps & { children: (control: ControlAttributes) => Elements }) {
  const { t } = useTranslation();
  const id = useId();
  const described = [hint && `${id}-hint`, problem && `${id}-problem`, describedBy].filter(Boolean).join(' ');
  const control: ControlAttributes = {
    id,
    'aria-invalid': Boolean(problem || describedBy),
    ...(described ? { 'aria-describedby': described } : {}),
  };
  return (
    <div className="stack gap-1">
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span>
        {optional && (
          <span className={`${styles.optional} muted`}>{` (${t(($) => $.common.optional)})`}</span>
        )}
      </label>
      {hint && (
        <p className="muted small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children(control)}
      {problem && <FieldProblem id={`${id}-problem`}>{problem}</FieldProblem>}
    </div>
  );
}

/** The problem of one field, or of several side by side that have its id as their `describedBy`. */
export function FieldProblem({ id, children }: { id: string; children: string }) {
  return (
    <p className={`${styles.problem} gap-2 small`} id={id}>
      <CircleAlert size={18} />
      <span>{children}</span>
    </p>
  );
}
