import { CallFailed } from '#client/data/errors.ts';
import type { MessageOf } from '#client/forms/use-action.ts';
import { present } from '#client/lib/present.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';

/** Words a failed call about following; `doing` is what was not done. */
export function useFollowingMessage(doing: 'ask' | 'end'): MessageOf {
  const { t, texts, format } = useTranslation(['following']);
  const words = texts.following.failures;
  return (error) => {
    const { code, retryAfter = 60 } = error instanceof CallFailed ? error : new CallFailed('internal');
    const time = format.timeUnder(present(), present() + retryAfter * 1000);
    switch (code) {
      case 'link-expired':
        return words.expired;
      case 'follower-limit':
        return words.limit;
      case 'too-many-requests':
        return t(($) => $.following.failures[doing === 'ask' ? 'tooMany' : 'later'], { time });
      case 'offline':
        return doing === 'ask' ? words.notAsked : words.notEnded;
      case 'not-signed-in':
      case 'other-household':
      case 'account-gone':
        return texts.common.failures.notAuthenticated;
      default:
        return words.server;
    }
  };
}
