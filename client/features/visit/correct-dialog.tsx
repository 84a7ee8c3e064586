import CalendarDays from 'lucide-react/icons/calendar-days';
import { type FormEvent, useId, useState } from 'react';
import type { VisitView } from '#client/data/port.ts';
import { PersonName } from '#client/people/person-name.tsx';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { ArrivedOrLeft } from '#domain/documents.ts';
import styles from './correction.module.css';
import { type CorrectionForm, type OnCorrected, useCorrectionForm } from './use-correction-form.ts';
import { VisitTimeFields } from './visit-time-fields.tsx';

interface Props {
  visit: VisitView;
  /** The end whose time gets the focus. */
  startAt: ArrivedOrLeft;
  onDone: OnCorrected;
  onClose(): void;
}

const ENDS = ['arrived', 'left'] as const satisfies readonly ArrivedOrLeft[];

/** Dialog that corrects when a visit began and ended. The typed text is kept until it is saved. */
export function CorrectDialog({ visit, startAt, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const form = useId();
  const correction = useCorrectionForm(visit, onDone, form);
  const [hasDays, setHasDays] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void correction.send();
  };
  const footer = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {t(($) => $.common.cancel)}
      </Button>
      <Button type="submit" form={form} busy={correction.isBusy}>
        {t(($) => $.common.save)}
      </Button>
    </>
  );
  return (
    <Dialog open title={t(($) => $.correction.title)} onClose={onClose} footer={footer}>
      <form method="dialog" id={form} noValidate className={styles.correction} onSubmit={submit}>
        <p className={styles.correctionOf}>
          <PersonName>{visit.name}</PersonName> {t(($) => $.history.with)}{' '}
          <PersonName>{visit.childName}</PersonName>
        </p>
        <p className={styles.muted}>{t(($) => $.correction.intro)}</p>
        {ENDS.map((end) => (
          <VisitTimeFields key={end} {...{ visit, end, correction, hasDays }} isStart={end === startAt} />
        ))}
        <Button
          variant="quiet"
          className={styles.otherDay}
          aria-expanded={hasDays}
          icon={<CalendarDays size={20} aria-hidden="true" />}
          onClick={() => setHasDays(!hasDays)}
        >
          {t(($) => $.addVisit.otherDay)}
        </Button>
        <Failed correction={correction} name={visit.name} />
      </form>
    </Dialog>
  );
}

function Failed({ correction: { problem }, name }: { correction: CorrectionForm; name: string }) {
  const { t } = useTranslation();
  if (problem === undefined || problem.end !== undefined) return null;
  const { code } = problem;
  return (
    <ErrorBox>
      {code === 'not-signed-in'
        ? t(($) => $.common.failures.notAuthenticated)
        : t(($) => $.correction.problems[code], { name })}
    </ErrorBox>
  );
}
