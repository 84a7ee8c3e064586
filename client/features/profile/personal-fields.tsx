import { useId } from 'react';
import { NAME_INPUT } from '#client/forms/name-input.ts';
import { TextField } from '#client/forms/text-field.tsx';
import type { Fields } from '#client/forms/use-fields.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { FieldProblem } from '#domain/fields.ts';
import styles from './profile.module.css';
import type { ProfileField } from './profile-schemas.ts';

const AUTOCOMPLETE = { firstName: 'given-name', lastName: 'family-name', phone: 'tel' } as const;

/** First and last name, the read-only e-mail, and an optional phone. */
export function PersonalFields({ typed, email }: { typed: Fields<ProfileField>; email: string }) {
  const { t } = useTranslation();
  const heading = useId();
  const problemText = (field: 'firstName' | 'lastName', problem: FieldProblem | undefined) =>
    problem === 'empty'
      ? t(($) => $.profile.missing[field])
      : problem && t(($) => $.common.problems[problem]);
  const input = (name: ProfileField) => ({
    name,
    autoComplete: AUTOCOMPLETE[name],
    value: typed.values[name],
    onChange: ({ target }: { target: { value: string } }) => typed.change(name, target.value),
  });
  const { phone } = typed.problems;
  return (
    <section aria-labelledby={heading} className={styles.part}>
      <h2 id={heading}>{t(($) => $.profile.personal)}</h2>
      {(['firstName', 'lastName'] as const).map((name) => (
        <TextField
          key={name}
          {...input(name)}
          {...NAME_INPUT}
          required
          label={t(($) => $.profile[name])}
          problem={problemText(name, typed.problems[name])}
        />
      ))}
      <TextField
        name="email"
        type="email"
        autoComplete="email"
        readOnly
        value={email}
        label={t(($) => $.profile.email)}
        hint={t(($) => $.profile.emailHint)}
      />
      <TextField
        {...input('phone')}
        type="tel"
        enterKeyHint="done"
        optional
        label={t(($) => $.profile.phone)}
        problem={phone && t(($) => $.common.problems[phone])}
      />
    </section>
  );
}
