import { lazy, Suspense, useState } from 'react';
import type { Household, RefusedCommand } from '#client/data/port.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { isAboutVisitor, isEditable, namesOf, typedValues } from './command-args.ts';
import { refusalMessage } from './refusal-message.ts';
import styles from './refused.module.css';

const EditRefused = lazy(() =>
  import('./edit-refused.tsx').then(({ EditRefused }) => ({ default: EditRefused })),
);

/** A change that the server refused, with the reason: retry, edit or discard it. */
export function Refused({ refused, household }: { refused: RefusedCommand; household: Household }) {
  const { t } = useTranslation();
  const format = useFormat();
  const toast = useToast();
  const reportError = (error: unknown) => {
    console.error(error);
    toast({ text: t(($) => $.common.error) });
  };
  const [isEditing, setEditing] = useState(false);
  const what = useDescription(refused, household);
  const actions = (
    <div className={styles.actions}>
      <Button variant="secondary" onClick={() => household.retry(refused.op).catch(reportError)}>
        {t(($) => $.common.retry)}
      </Button>
      {isEditable(refused) && (
        <Button variant="secondary" onClick={() => setEditing(true)}>
          {t(($) => $.common.edit)}
        </Button>
      )}
      <Button variant="quiet" onClick={() => household.discard(refused.op).catch(reportError)}>
        {t(($) => $.common.discard)}
      </Button>
    </div>
  );
  return (
    <>
      <ErrorBox action={actions}>
        <strong>{refusalMessage(t, refused)}</strong>
        <p className={styles.detail}>
          {t(($) => $.common.banner.refusedAt, { what, time: format.time(refused.tappedAt) })}
          {'. '}
          {t(($) => $.common.refusals[refused.refusal.code])}
        </p>
      </ErrorBox>
      {isEditing && isEditable(refused) && (
        <Suspense>
          <EditRefused
            refused={refused}
            typed={typedValues(refused.args)}
            household={household}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The refused command and its person; a visitor removed since has no name, but the child visited has. */
function useDescription({ name, args }: RefusedCommand, household: Household): string {
  const { t } = useTranslation();
  const command = t(($) => $.common.commands[name]);
  const { child, person = typedValues(args).name } = namesOf(args, household.view().children);
  if (person) return `${command}: ${person}`;
  if (!child) return command;
  return isAboutVisitor(args) ? `${command} ${t(($) => $.hereNow.with)} ${child}` : `${command}: ${child}`;
}
