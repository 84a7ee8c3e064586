import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { callMessage } from './call-message.ts';

/** The error of data that could not be loaded; `useQuery` tries again by itself. */
export function QueryFailed({ error }: { error: unknown }) {
  const { t } = useTranslation();
  return (
    <ErrorBox>
      <strong>{t(($) => $.common.error)}</strong>
      <p>{callMessage(t, error)}</p>
    </ErrorBox>
  );
}
