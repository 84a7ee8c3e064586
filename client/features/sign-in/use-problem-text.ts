import type { sv } from '#client/translations/sv.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { FieldProblem } from '#domain/fields.ts';

type SignInField = keyof (typeof sv)['signIn']['missing'];

/** Returns a function that words the problem of a sign-in field; undefined without a problem. */
export function useProblemText(): (
  field: SignInField,
  problem: FieldProblem | undefined,
) => string | undefined {
  const { t } = useTranslation();
  return (field, problem) => {
    if (problem === undefined) return undefined;
    return problem === 'empty' ? t(($) => $.signIn.missing[field]) : t(($) => $.common.problems[problem]);
  };
}
