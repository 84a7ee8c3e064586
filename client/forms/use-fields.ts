import { useState } from 'react';
import type * as v from 'valibot';
import type { Translate } from '#client/translations/translations.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useUnsaved } from '#client/ui/hooks/unsaved.ts';
import { type FieldProblem, fieldProblem, isChanged } from '#domain/fields.ts';

type Problems<F extends string> = Partial<Record<F, FieldProblem | undefined>>;

/** The values of a form's fields and their problems. */
export interface Fields<F extends string> {
  /** The typed value of each field, or its saved value if nothing was typed. */
  values: Readonly<Record<F, string>>;
  /** The typed values of the edited fields: those that differ from what was saved when their editing began. */
  changed: Readonly<Partial<Record<F, string>>>;
  /** The saved values of the edited fields, as of the first edit and now. */
  was: Readonly<Record<string, string>>;
  now: Readonly<Record<string, string>>;
  change(field: F, value: string): void;
  /** Returns the attributes of a field's control; its problem is in these words, if there are any. */
  input(field: F, words?: ProblemWords): FieldInput<F>;
  /** Discards what was typed. */
  reset(): void;
  /** Validates these fields, or all. Returns the first invalid field, or undefined if the form can be sent. */
  check(only?: Readonly<Record<string, string>>): F | undefined;
  /** Marks a field that the rulebook or the server found invalid. */
  mark(field: F, problem: FieldProblem): void;
}

/** The words of a field's problem: if nothing was typed, and for every other. Those of all forms stand in for either. */
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
 * Keeps the values of a form and validates them by the rulebook's schemas: at the first submit, and from then on at every
 * change. `saved` may change while the form is open: untouched fields follow it. Leaving the page asks first if something typed is
 * not saved, except for a form that is `isPassing`: the forms of signing in lead to each other. `typedBefore` is what a reload kept.
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

/** Words the problem of a field. */
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

/** The edited fields whose saved value changed meanwhile to something else than was typed. */
export function savedMeanwhile<F extends string>({
  changed,
  was,
  now,
}: Pick<Fields<F>, 'changed' | 'was' | 'now'>) {
  return (Object.keys(changed) as F[]).filter((field) => isChanged(was[field], now[field], changed[field]));
}

/** Returns the typed values that differ from the saved ones. */
export function changesIn<F extends string>(
  saved: Readonly<Record<F, string>>,
  typed: Readonly<Partial<Record<F, string>>>,
): Partial<Record<F, string>> {
  const entries = Object.entries(typed).filter(([field, value]) => value !== saved[field as F]);
  return Object.fromEntries(entries) as Partial<Record<F, string>>;
}

/** Returns the first problem of each invalid field. */
export function problemsIn<F extends string>(
  schemas: Readonly<Record<F, v.GenericSchema>>,
  values: Readonly<Record<F, string>>,
): Problems<F> {
  const fields = Object.keys(schemas) as F[];
  const found = fields.map((field) => [field, fieldProblem(schemas[field], values[field])]);
  return Object.fromEntries(found) as Problems<F>;
}

/**
 * Focuses a field of a form. With the form element it does so at once, within the submit gesture, without which iOS opens
 * no keyboard; with the id of a form, after the next paint, when the message beside the field is rendered.
 */
export function focusField(form: HTMLFormElement | string, name: string): void {
  if (typeof form === 'string') requestAnimationFrame(() => focusIn(document.getElementById(form), name));
  else focusIn(form, name);
}

function focusIn(form: HTMLElement | null, name: string): void {
  form?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
