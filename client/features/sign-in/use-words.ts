import { useTranslation } from 'react-i18next';
import type { sv } from '#client/translations/sv.ts';
import type { FieldProblem } from '#domain/fields.ts';

type SignInField = keyof (typeof sv)['signIn']['missing'];

/** Says what is wrong with a field of these forms and how to mend it. */
export function useWords(): (field: SignInField, problem: FieldProblem | undefined) => string | undefined {
  const { t } = useTranslation();
  return (field, problem) => {
    if (problem === undefined) return undefined;
    return problem === 'empty' ? t(($) => $.signIn.missing[field]) : t(($) => $.common.problems[problem]);
  };
}
