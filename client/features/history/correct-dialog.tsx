import { type FormEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import styles from './correction.module.css';
import type { End } from './correction.ts';
import { EndFields } from './end-fields.tsx';
import { type Correcting, useCorrecting } from './use-correcting.ts';

interface Props {
  visit: VisitView;
  onDone(): void;
  onClose(): void;
}

const ENDS = ['arrived', 'left'] as const satisfies readonly End[];

/** Corrects when a stay began and ended. What was typed stays until it is kept. */
export function CorrectDialog({ visit, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const form = useId();
  const correcting = useCorrecting(visit, onDone, form);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void correcting.send();
  };
  const footer = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button type="submit" form={form} busy={correcting.isBusy}>
        {t(($) => $.common.save)}
      </Button>
    </>
  );
  return (
    <Dialog open title={t(($) => $.history.correction.title)} onClose={onClose} footer={footer}>
      <form method="dialog" id={form} noValidate className={styles.correction} onSubmit={submit}>
        <p className={styles.correctionOf}>
          <PersonName>{visit.name}</PersonName> {t(($) => $.history.with)}{' '}
          <PersonName>{visit.childName}</PersonName>
        </p>
        <p className={styles.muted}>{t(($) => $.history.correction.intro)}</p>
        {ENDS.map((end) => (
          <EndFields key={end} visit={visit} end={end} correcting={correcting} />
        ))}
        <Failed correcting={correcting} name={visit.name} />
      </form>
    </Dialog>
  );
}

function Failed({ correcting: { problem }, name }: { correcting: Correcting; name: string }) {
  const { t } = useTranslation();
  if (problem === undefined || problem.end !== undefined) return null;
  const { code } = problem;
  return (
    <ErrorBox>
      {code === 'not-signed-in'
        ? t(($) => $.common.failures.notAuthenticated)
        : t(($) => $.history.correction.problems[code], { name })}
    </ErrorBox>
  );
}
