import { useState } from 'react';
import type * as v from 'valibot';
import type { Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';
import { type FieldProblem, fieldProblem, isChanged } from '#domain/fields.ts';

type Problems<F extends string> = Partial<Record<F, FieldProblem | undefined>>;

export interface Fields<F extends string> {
  /** Typed, or else saved. */
  values: Readonly<Record<F, string>>;
  /** Typed values that differ from those saved at the first edit. */
  changed: Readonly<Partial<Record<F, string>>>;
  /** Saved values of the edited fields: at the first edit, and now. */
  was: Readonly<Record<string, string>>;
  now: Readonly<Record<string, string>>;
  change(field: F, value: string): void;
  /** `words` replace the usual problem texts. */
  input(field: F, words?: ProblemWords): FieldInput<F>;
  reset(): void;
  /** Validates these fields, or all; names the first invalid one. */
  check(only?: Readonly<Record<string, string>>): F | undefined;
  mark(field: F, problem: FieldProblem): void;
}

/** `missing` if nothing was typed, else `wrong`; each has a default. */
interface ProblemWords {
  missing?: string | undefined;
  wrong?: string;
}

interface FieldInput<F> {
  name: F;
  value: string;
  problem: string | undefined;
  onChange(event: { target: { value: string } }): void;
}

/**
 * Validates at the first submit, then at every change. Untouched fields follow `saved`. `typedBefore`
 * survived a reload.
 */
export function useFields<F extends string>(
  schemas: Readonly<Record<F, v.GenericSchema>>,
  saved: Readonly<Record<F, string>>,
  isPassing = false,
  typedBefore?: Readonly<Partial<Record<F, string>>>,
): Fields<F> {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Partial<Record<F, string>>>(typedBefore ?? {});
  const [seen, setSeen] = useState<Partial<Record<F, string>>>(() => pick(saved, typedBefore ?? {}));
  const values = { ...saved, ...typed };
  const before: Readonly<Record<F, string>> = { ...saved, ...seen };
  const [problems, setProblems] = useState<Problems<F>>({});
  const [isSubmitted, setSubmitted] = useState(false);
  const mark = (field: F, problem: FieldProblem | undefined) =>
    setProblems((known) => ({ ...known, [field]: problem }));
  const changed = changesIn(before, typed);
  useUnsaved(!isPassing && Object.keys(changed).length > 0);
  const change = (field: F, value: string) => {
    setTyped((known) => ({ ...known, [field]: value }));
    setSeen((known) => ({ [field]: saved[field], ...known }));
    if (isSubmitted) mark(field, fieldProblem(schemas[field], value));
  };
  return {
    values,
    changed,
    was: pick(before, changed),
    now: pick(saved, changed),
    mark,
    change,
    input: (name, words) => ({
      name,
      value: values[name],
      problem: problemText(t, problems[name], words),
      onChange: ({ target }) => change(name, target.value),
    }),
    reset: () => {
      setTyped({});
      setSeen({});
    },
    check(only = values) {
      const found = problemsIn(pick(schemas, only), values);
      setSubmitted(true);
      setProblems(found);
      return (Object.keys(schemas) as F[]).find((field) => found[field]);
    },
  };
}

export function problemText(
  t: Translate,
  problem: FieldProblem | undefined,
  { missing, wrong }: ProblemWords = {},
): string | undefined {
  return problem && ((problem === 'empty' ? missing : wrong) || t(($) => $.common.problems[problem]));
}

function pick<F extends string, V>(
  all: Readonly<Record<F, V>>,
  some: Readonly<Partial<Record<string, string>>>,
): Record<F, V> {
  const entries = Object.entries(all).filter(([field]) => Object.hasOwn(some, field));
  return Object.fromEntries(entries) as Record<F, V>;
}

export const ChangedMeanwhile = lazyDialog(() => import('./changed-meanwhile.tsx'), 'ChangedMeanwhile');

/** Edited fields whose saved value changed since, to something else than typed. */
export function savedMeanwhile<F extends string>({
  changed,
  was,
  now,
}: Pick<Fields<F>, 'changed' | 'was' | 'now'>) {
  return (Object.keys(changed) as F[]).filter((field) => isChanged(was[field], now[field], changed[field]));
}

export function changesIn<F extends string>(
  saved: Readonly<Record<F, string>>,
  typed: Readonly<Partial<Record<F, string>>>,
): Partial<Record<F, string>> {
  const entries = Object.entries(typed).filter(([field, value]) => value !== saved[field as F]);
  return Object.fromEntries(entries) as Partial<Record<F, string>>;
}

export function problemsIn<F extends string>(
  schemas: Readonly<Record<F, v.GenericSchema>>,
  values: Readonly<Record<F, string>>,
): Problems<F> {
  const fields = Object.keys(schemas) as F[];
  const found = fields.map((field) => [field, fieldProblem(schemas[field], values[field])]);
  return Object.fromEntries(found) as Problems<F>;
}

/**
 * Elements are focused at once, since iOS opens the keyboard only within the submit gesture; an id waits for
 * a paint.
 */
export function focusField(form: HTMLFormElement | string, name: string): void {
  if (typeof form === 'string') requestAnimationFrame(() => focusIn(document.getElementById(form), name));
  else focusIn(form, name);
}

function focusIn(form: HTMLElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
