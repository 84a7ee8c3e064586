import type { KeyboardEvent } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { FieldProblem } from '#domain/fields.ts';
import { failureWithReason } from './failure-message.ts';
import type { Failure } from './run-command.ts';
import { TextField } from './text-field.tsx';
import type { DialogField } from './use-command-form.ts';
import type { Fields } from './use-fields.ts';

interface Props<F extends string> {
  fields: Readonly<Record<F, DialogField>>;
  typed: Fields<F>;
  failure: Failure | undefined;
  /** The message of a failure that no field caused. */
  failed: string;
}

/** The fields of a command form with their problems, and the failure that no field caused. */
export function CommandFields<F extends string>({ fields, typed, failure, failed }: Props<F>) {
  const { t } = useTranslation(['rare']);
  const names = Object.keys(fields) as F[];
  return (
    <>
      {names.map((name, index) => {
        const { missing, schema: _rule, ...field } = fields[name] satisfies DialogField;
        const problem: FieldProblem | undefined = typed.problems[name];
        const next = names[index + 1];
        const hasNext = next !== undefined && typed.values[next] === '';
        return (
          <TextField
            key={name}
            {...field}
            name={name}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint={hasNext ? 'next' : 'done'}
            required={!field.optional}
            value={typed.values[name]}
            onKeyDown={hasNext ? focusNext(next) : undefined}
            onChange={({ target }) => typed.change(name, target.value)}
            problem={problem && ((problem === 'empty' && missing) || t(($) => $.common.problems[problem]))}
          />
        );
      })}
      {failure && <ErrorBox>{failureWithReason(t, failure, failed)}</ErrorBox>}
    </>
  );
}

/** Enter in a filled field goes on to the next one while that is empty, as the keyboard's key says; else it sends. */
function focusNext(name: string) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const { form, value } = event.currentTarget;
    const next = form?.elements.namedItem(name);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || value === '') return;
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  };
}
