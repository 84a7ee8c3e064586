import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/translations/use-language.ts';
import { ErrorBox } from '#client/ui/error-box.tsx';
import styles from './check-in.module.css';
import type { Outcome } from './outcome.ts';

/** Says what came of the last tap. The regions stand before there is anything to say, so that it is read out. */
export function OutcomeLine({ outcome }: { outcome: Outcome | undefined }) {
  const { t } = useTranslation();
  const failed = outcome?.kind === 'refused' || outcome?.kind === 'not-stored';
  return (
    <>
      <div role="status">
        {outcome?.kind === 'changed' && <Changed {...outcome} />}
        {outcome?.kind === 'unchanged' && <Unchanged {...outcome} />}
      </div>
      {failed && (
        <ErrorBox>
          <strong>{t(($) => $.common.error)}</strong>
          {outcome.kind === 'not-stored' && <p>{t(($) => $.home.modal.notStored)}</p>}
        </ErrorBox>
      )}
    </>
  );
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
