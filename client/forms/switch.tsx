import { useId } from 'react';
import type { Attributes, Content, Elements } from '#client/lib/jsx.ts';
import field from './field.module.css';
import styles from './switch.module.css';

interface SwitchProps extends Omit<Attributes<'input'>, 'type' | 'role' | 'id'> {
  label: Content;
  hint?: string | Elements;
}

/** A switch that takes effect immediately; the whole row is the tap target. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId();
  return (
    <div>
      <label className={`${styles.switch} row between`} htmlFor={id}>
        <span className={field.label}>{label}</span>
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
