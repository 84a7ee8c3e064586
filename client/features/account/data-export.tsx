import Download from 'lucide-react/icons/download';
import { useId } from 'react';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { ExportName } from '#domain/protocol/export-paths.ts';
import styles from './account.module.css';
import { AccountSection } from './account-section.tsx';
import { useDataExport } from './use-data-export.ts';

/** Exports the family's data as files: all of it, or the visits for a spreadsheet. */
export function DataExport() {
  const { t } = useTranslation(['rare']);
  return (
    <AccountSection title={t(($) => $.ownData.take.title)}>
      <p className={styles.hint}>{t(($) => $.ownData.take.lead)}</p>
      <File name="everything" />
      <File name="visits" />
    </AccountSection>
  );
}

function File({ name }: { name: ExportName }) {
  const { t } = useTranslation(['rare']);
  const hint = useId();
  const { isBusy, status, failure, download } = useDataExport(name);
  return (
    <div className={styles.form}>
      <Button
        variant="secondary"
        wide
        busy={isBusy}
        icon={<Download size={20} aria-hidden="true" />}
        aria-describedby={hint}
        onClick={download}
      >
        {t(($) => $.ownData.take[name])}
      </Button>
      <p id={hint} className={styles.hint}>
        {name === 'everything'
          ? t(($) => $.ownData.take.everythingHint)
          : t(($) => $.ownData.take.visitsHint)}
      </p>
      <p role="status" className={styles.status}>
        {status}
      </p>
      {failure && (
        <ErrorBox
          action={
            <Button variant="secondary" onClick={download}>
              {t(($) => $.common.retry)}
            </Button>
          }
        >
          {failure}
        </ErrorBox>
      )}
    </div>
  );
}
