import type { Failure } from '#client/forms/run-command.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import styles from './first-run.module.css';

/** The last step: a tap checks the friend in. */
export function CheckInStep({ failure }: { failure: Failure | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.hint}>{t(($) => $.firstRun.hereHint)}</p>
      {failure && (
        <ErrorBox>
          {failure === 'not-signed-in'
            ? t(($) => $.common.failures.notAuthenticated)
            : t(($) => $.common.error)}
        </ErrorBox>
      )}
    </>
  );
}
