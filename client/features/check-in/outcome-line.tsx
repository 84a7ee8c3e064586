import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/translations/use-language.ts';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import styles from './outcome.module.css';
import type { Outcome } from './outcome.ts';

/** Says what came of the last tap; stands in the dialog's status, which is read out. */
export function OutcomeLine({ outcome }: { outcome: Outcome }) {
  switch (outcome.kind) {
    case 'changed':
      return <Changed {...outcome} />;
    case 'unchanged':
      return <Unchanged {...outcome} />;
    case 'refused':
    case 'not-stored':
      return <Failed kind={outcome.kind} />;
  }
}

function Changed({ name, mode }: Extract<Outcome, { kind: 'changed' }>) {
  const { t } = useTranslation();
  return (
    <div className={styles.success}>
      <CircleCheck size={28} aria-hidden="true" />
      <p>
        <strong>{t(($) => $.common.success)}</strong>{' '}
        {mode === 'in'
          ? t(($) => $.home.modal.personIn, { name })
          : t(($) => $.home.modal.personOut, { name })}
      </p>
    </div>
  );
}

function Unchanged({ name, mode, since }: Extract<Outcome, { kind: 'unchanged' }>) {
  const { t } = useTranslation();
  const time = useFormat().sinceTime(since);
  return (
    <div className={styles.notice}>
      <Info size={24} aria-hidden="true" />
      <p>
        {mode === 'in'
          ? t(($) => $.home.modal.alreadyIn, { name, time })
          : t(($) => $.home.modal.alreadyOut, { name, time })}
      </p>
    </div>
  );
}

function Failed({ kind }: { kind: 'refused' | 'not-stored' }) {
  const { t } = useTranslation();
  return (
    <ErrorBox>
      <strong>{t(($) => $.common.error)}</strong>
      {kind === 'not-stored' && <p>{t(($) => $.home.modal.notStored)}</p>}
    </ErrorBox>
  );
}
