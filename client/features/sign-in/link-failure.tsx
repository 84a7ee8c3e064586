import { hasCode } from '#client/data/errors.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { failureMessage } from './failure-message.ts';

/** The error of a mailed link that could not be looked up; only one that is void cannot be tried again. */
export function LinkFailure({ error, onRetry }: { error: unknown; onRetry: () => Promise<void> }) {
  const { t } = useTranslation();
  const retry = (
    <Button variant="secondary" onClick={() => void onRetry()}>
      {t(($) => $.common.retry)}
    </Button>
  );
  return (
    <ErrorBox action={isVoid(error) ? undefined : retry}>{failureMessage(t, error, 'recovery')}</ErrorBox>
  );
}

/** True if the link was used already, or is too old. */
export function isVoid(error: unknown): boolean {
  return hasCode(error, 'link-expired');
}
