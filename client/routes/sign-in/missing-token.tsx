import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';

/** The mailed link was truncated, or the page was reloaded after the token was removed from the URL. */
export function MissingToken() {
  const { t } = useTranslation('pages');
  return <ErrorBox>{t(($) => $.recovery.noSecret)}</ErrorBox>;
}
