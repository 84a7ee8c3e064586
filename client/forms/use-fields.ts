import { useState } from 'react';
import type * as v from 'valibot';
import { type FieldProblem, fieldProblem } from '#domain/fields.ts';

/** The fields of a form, and what is wrong with each. */
export interface Fields<F extends string> {
  /** As typed; what was not touched shows what it holds now. */
  values: Readonly<Record<F, string>>;
  /** What was typed and differs from what the field holds now. */
  changed: Readonly<Partial<Record<F, string>>>;
  problems: Partial<Record<F, FieldProblem>>;
  change(field: F, value: string): void;
  /** Forgets what was typed: the fields show what they hold now. */
  untouch(): void;
  /** Checks every field. Out: the first that is wrong, or undefined where the form can be sent. */
  check(): F | undefined;
  /** Marks a field that the rulebook or the server found wrong. */
  mark(field: F, problem: FieldProblem): void;
}

/**
 * Keeps and checks the fields of one form by the rulebook's own schemas: nothing is said before the first submit, and
 * from then on each change is checked at once. In: what each field holds now, which may change meanwhile.
 */
export function useFields<F extends string>(
  schemas: Readonly<Record<F, v.GenericSchema>>,
  held: Readonly<Record<F, string>>,
): Fields<F> {
  const [typed, setTyped] = useState<Partial<Record<F, string>>>({});
  const values = { ...held, ...typed };
  const [problems, setProblems] = useState<Partial<Record<F, FieldProblem>>>({});
  const [isSubmitted, setSubmitted] = useState(false);
  const mark = (field: F, problem: FieldProblem | undefined) =>
    setProblems((known) => withProblem(known, field, problem));
  return {
    values,
    changed: changesIn(held, typed),
    problems,
    mark,
    change(field, value) {
      setTyped((known) => ({ ...known, [field]: value }));
      if (isSubmitted) mark(field, fieldProblem(schemas[field], value));
    },
    untouch: () => setTyped({}),
    check() {
      const found = problemsIn(schemas, values);
      setSubmitted(true);
      setProblems(found);
      return (Object.keys(schemas) as F[]).find((field) => found[field]);
    },
  };
}

/** In: what fields hold and what was typed. Out: what was typed and is something else. */
export function changesIn<F extends string>(
  held: Readonly<Record<F, string>>,
  typed: Readonly<Partial<Record<F, string>>>,
): Partial<Record<F, string>> {
  const entries = Object.entries(typed).filter(([field, value]) => value !== held[field as F]);
  return Object.fromEntries(entries) as Partial<Record<F, string>>;
}

/** In: schemas and what was typed. Out: the fields that are wrong, each with its first problem. */
export function problemsIn<F extends string>(
  schemas: Readonly<Record<F, v.GenericSchema>>,
  values: Readonly<Record<F, string>>,
): Partial<Record<F, FieldProblem>> {
  let found: Partial<Record<F, FieldProblem>> = {};
  for (const field of Object.keys(schemas) as F[]) {
    found = withProblem(found, field, fieldProblem(schemas[field], values[field]));
  }
  return found;
}

function withProblem<F extends string>(
  problems: Partial<Record<F, FieldProblem>>,
  field: F,
  problem: FieldProblem | undefined,
): Partial<Record<F, FieldProblem>> {
  const { [field]: _before, ...others } = problems;
  const rest = others as Partial<Record<F, FieldProblem>>;
  return problem === undefined ? rest : { ...rest, [field]: problem };
}
