import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';

/** A question of a sign-in got no answer, or an error; its words suit both. */
export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const { texts } = useTranslation();
  return (
    <ErrorBox action={<Button variant="secondary" label={texts.common.retry} onClick={onRetry} />}>
      {texts.signIn.failures.notLoaded}
    </ErrorBox>
  );
}
