import { type MessageOf, messagesByCode } from '#client/forms/use-action.ts';
import { type Query, useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { usePoll } from '#client/ui/hooks/use-poll.ts';
import type { CallReply } from '#domain/protocol/calls.ts';

/** The parents of the household and its invitation; followed while that is open. */
export function useParents(): Query<CallReply<'parents'>> {
  const query = useQuery('parents');
  usePoll(query.reply?.invitation != null, query.refetch);
  return query;
}

/** The words of a failed call about the parents; undefined for what any call may meet. */
export function useParentFailures(): MessageOf {
  return messagesByCode(useTranslation(['parents']).texts.parents.failures);
}
