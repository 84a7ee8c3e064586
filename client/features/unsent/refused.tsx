import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Household, RefusedCommand } from '#client/data/port.ts';
import { useFormat } from '#client/translations/use-language.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { refusalMessage } from './refusal-message.ts';
import styles from './refused.module.css';
import { isEditable, typedIn } from './refused-form.ts';
import { namesVisitor, peopleIn } from './unsent-file.ts';

const EditRefused = lazy(() =>
  import('./edit-refused.tsx').then(({ EditRefused }) => ({ default: EditRefused })),
);

/** Something the server refused: what it was, why, and what can be done about it. */
export function Refused({ refused, household }: { refused: RefusedCommand; household: Household }) {
  const { t } = useTranslation();
  const format = useFormat();
  const toast = useToast();
  const complain = (error: unknown) => {
    console.error(error);
    toast({ text: t(($) => $.common.error) });
  };
  const [isEditing, setEditing] = useState(false);
  const what = useWhat(refused, household);
  const actions = (
    <div className={styles.actions}>
      <Button variant="secondary" onClick={() => household.retry(refused.op).catch(complain)}>
        {t(($) => $.common.retry)}
      </Button>
      {isEditable(refused) && (
        <Button variant="secondary" onClick={() => setEditing(true)}>
          {t(($) => $.common.edit)}
        </Button>
      )}
      <Button variant="quiet" onClick={() => household.discard(refused.op).catch(complain)}>
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
            typed={typedIn(refused.args)}
            household={household}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Says what was refused, and of whom: somebody who is gone by now has no name, but the child they came to has. */
function useWhat({ name, args }: RefusedCommand, household: Household): string {
  const { t } = useTranslation();
  const command = t(($) => $.common.commands[name]);
  const { child, person = typedIn(args).name } = peopleIn(args, household.view().children);
  if (person) return `${command}: ${person}`;
  if (!child) return command;
  return namesVisitor(args) ? `${command} ${t(($) => $.hereNow.with)} ${child}` : `${command}: ${child}`;
}
