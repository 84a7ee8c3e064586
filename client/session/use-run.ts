import { type Failure, runCommand } from '#client/forms/run-command.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import { useHouseholdIfAny } from './use-household.ts';

/** Runs a command and returns its op; reports a failure in a toast, worded by `messageOf` if it can, and returns undefined. */
type Run = <N extends CommandName>(
  name: N,
  args: CommandArgs<N>,
  messageOf?: (failure: Failure) => string | undefined,
) => Promise<Id | undefined>;

export function useRun(): Run {
  const { texts } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  return async (name, args, messageOf) => {
    const result = await runCommand(() => household?.run(name, args));
    if (result.done) return result.op;
    const { failures, error } = texts.common;
    const usual = result.failure === 'not-signed-in' ? failures.notAuthenticated : error;
    toast({ text: messageOf?.(result.failure) ?? usual });
    return undefined;
  };
}
