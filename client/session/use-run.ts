import { runCommand } from '#client/forms/run-command.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import { useHouseholdIfAny } from './use-household.ts';

/** Shows a failure in a toast, a refusal by `why` if it can, and resolves to undefined. */
type Run = <N extends CommandName>(
  name: N,
  args: CommandArgs<N>,
  why?: (refusal: Refusal) => string | undefined,
) => Promise<Id | undefined>;

export function useRun(): Run {
  const { texts } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  return async (name, args, why) => {
    const result = await runCommand(() => household?.run(name, args));
    if (result.done) return result.op;
    const { failures, error } = texts.common;
    const usual = result.failure === 'not-signed-in' ? failures.notAuthenticated : error;
    toast({ text: (typeof result.failure === 'object' && why?.(result.failure)) || usual });
    return undefined;
  };
}
