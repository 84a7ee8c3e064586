import ChevronDown from 'lucide-react/icons/chevron-down';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useId, useState } from 'react';
import type { Attributes, Content, Elements } from '#client/lib/jsx.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { classes } from '#client/ui/classes.ts';
import styles from './field.module.css';

interface FieldProps {
  label: Content;
  hint?: string | Elements;
  problem?: string | undefined;
  /** Id of a message elsewhere about this field, which is then invalid. */
  describedBy?: string | undefined;
  optional?: boolean | undefined;
}

interface ControlAttributes {
  id: string;
  /** Always set: browsers report an empty required date as invalid. */
  'aria-invalid': boolean;
  'aria-describedby'?: string;
}

function Field({
  label,
  hint,
  problem,
  describedBy,
  optional,
  children,
}: FieldProps & { children: (control: ControlAttributes) => Elements }) {
  const { texts } = useTranslation();
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
        {optional && <span className={`${styles.optional} muted`}>{` (${texts.common.optional})`}</span>}
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

export function FieldProblem({ id, children }: { id: string; children: string }) {
  return (
    <p className={`${styles.problem} gap-2 small`} id={id}>
      <CircleAlert size={18} />
      <span>{children}</span>
    </p>
  );
}

/** What belongs to the field, and what to its control. */
function split<P extends FieldProps>({ label, hint, problem, describedBy, optional, ...control }: P) {
  return [{ label, hint, problem, describedBy, optional }, control] as const;
}

interface TextAreaProps extends Omit<Attributes<'textarea'>, 'id'>, FieldProps {}

export function TextArea({ className, ...props }: TextAreaProps) {
  const [field, area] = split(props);
  return (
    <Field {...field}>
      {(control) => (
        <textarea {...area} {...control} className={classes(styles.control, styles.area, className)} />
      )}
    </Field>
  );
}

interface SelectFieldProps extends Omit<Attributes<'select'>, 'id'>, FieldProps {
  name: string;
}

export function SelectField({ className, ...props }: SelectFieldProps) {
  const [field, select] = split(props);
  return (
    <Field {...field}>
      {(control) => (
        <div className={`${styles.holder} relative`}>
          <select {...select} {...control} className={classes(styles.control, styles.select, className)} />
          <ChevronDown size={20} />
        </div>
      )}
    </Field>
  );
}

interface SwitchProps extends Omit<Attributes<'input'>, 'type' | 'role' | 'id'> {
  label: Content;
  hint?: string | Elements;
}

/** Takes effect at once; the whole row is the tap target. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId();
  return (
    <div>
      <label className={`${styles.switch} row between`} htmlFor={id}>
        <span className={styles.label}>{label}</span>
        <input
          {...input}
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is checked.
          role="switch"
          className={styles.track}
          aria-describedby={hint ? `${id}-hint` : undefined}
        />
      </label>
      {hint && (
        <p className="muted small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export interface TextFieldProps extends Omit<Attributes<'input'>, 'id'>, FieldProps {
  name: string;
  /** A repeated password names its reveal button differently. */
  isRepeated?: boolean | undefined;
}

export function TextField({ isRepeated, ...props }: TextFieldProps) {
  const [field, input] = split(props);
  return (
    <Field {...field}>
      {(control) =>
        input.type === 'password' ? (
          <PasswordControl isRepeated={isRepeated} {...input} {...control} />
        ) : (
          <Control {...input} {...control} />
        )
      }
    </Field>
  );
}

function Control({ className, ...input }: Attributes<'input'>) {
  return <input type="text" {...input} className={classes(styles.control, className)} />;
}

function PasswordControl({ isRepeated, ...input }: Attributes<'input'> & Pick<TextFieldProps, 'isRepeated'>) {
  const { texts } = useTranslation();
  const [isRevealed, setRevealed] = useState(false);
  const [show, hide] = isRepeated
    ? [texts.common.showRepeated, texts.common.hideRepeated]
    : [texts.common.showPassword, texts.common.hidePassword];
  const Icon = isRevealed ? EyeOff : Eye;
  return (
    <div className={`${styles.holder} relative`}>
      <Control
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...input}
        type={isRevealed ? 'text' : 'password'}
      />
      <button
        type="button"
        className={`${styles.reveal} center muted bare`}
        aria-controls={input.id}
        aria-label={isRevealed ? hide : show}
        onClick={() => setRevealed(!isRevealed)}
      >
        <Icon size={22} />
      </button>
    </div>
  );
}

/** For password managers, in a form with only a password. */
export function Username({ email = '' }: { email: string | undefined }) {
  const { texts } = useTranslation('public');
  const label = texts.signIn.email;
  return (
    <input
      hidden
      type="text"
      name="username"
      autoComplete="username"
      aria-label={label}
      readOnly
      value={email}
    />
  );
}

export const NAME_INPUT = { autoCapitalize: 'words', spellCheck: false } as const;

/** Not type "email": browsers would rewrite international domains and blanks. */
export function EmailField(props: Omit<TextFieldProps, 'name' | 'type'>) {
  return (
    <TextField
      name="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
