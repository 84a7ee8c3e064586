import { CallFailed } from '#client/data/errors.ts';
import { type Query, useQuery } from '#client/session/use-query.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { usePoll } from '#client/ui/hooks/use-poll.ts';

/** The parents of the household and its invitation; followed while that is open. */
export function useParents(): Query<'parents'> {
  const query = useQuery('parents');
  usePoll(query.reply?.invitation != null, query.refetch);
  return query;
}

/** Returns the words of a failed call about the parents; undefined for what any call may meet. */
export function useParentFailures(): (error: unknown) => string | undefined {
  const { t } = useTranslation(['parents']);
  return (error) => {
    const code = error instanceof CallFailed ? error.code : undefined;
    switch (code) {
      case 'invitation-open':
      case 'link-expired':
      case 'parent-limit':
      case 'not-found':
      case 'other-household':
      case 'last-parent':
        return t(($) => $.parents.failures[code]);
      default:
        return undefined;
    }
  };
}
