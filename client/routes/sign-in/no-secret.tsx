import { useTranslation } from 'react-i18next';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';

/** The link that led here was cut short, or the page was loaded again after the link was taken out of the address. */
export function NoSecret() {
  const { t } = useTranslation('pages');
  return <ErrorBox>{t(($) => $.recovery.noSecret)}</ErrorBox>;
}
