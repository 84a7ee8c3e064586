import { type FormEvent, useId } from 'react';
import { focusField } from '#client/forms/focus-field.ts';
import { TextField } from '#client/forms/text-field.tsx';
import { useFields } from '#client/forms/use-fields.ts';
import { messagesByCode, useAction } from '#client/session/use-action.ts';
import { useData } from '#client/session/use-data.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Disclosure } from '#client/ui/disclosure.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { emailCodeSchema } from '#domain/protocol/email-calls.ts';
import styles from './account.module.css';

/** Confirms an address by the code in its mail, which may have come to a device where nobody is signed in. */
export function EmailCode({ onConfirmed }: { onConfirmed: () => Promise<void> }) {
  const { t } = useTranslation();
  const form = useId();
  const data = useData();
  const toast = useToast();
  const fields = useFields({ code: emailCodeSchema }, { code: '' });
  const { isBusy, failure, run } = useAction(
    messagesByCode({
      'code-refused': t(($) => $.account.email.codeWrong),
      'email-taken': t(($) => $.account.email.taken),
    }),
  );
  const confirm = async () => {
    const { email } = await data.ask('confirmCode', { code: fields.values.code });
    fields.reset();
    toast({ text: t(($) => $.account.email.codeDone, { email }) });
    await onConfirmed();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (fields.check()) focusField(form, 'code');
    else void run(confirm);
  };
  const { code: problem } = fields.problems;
  return (
    <Disclosure summary={t(($) => $.account.email.code)}>
      <form method="dialog" id={form} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          label={t(($) => $.account.email.codeLabel)}
          hint={t(($) => $.account.email.codeHint)}
          value={fields.values.code}
          problem={
            problem &&
            (problem === 'empty'
              ? t(($) => $.account.email.codeMissing)
              : t(($) => $.account.email.codeMalformed))
          }
          onChange={({ target }) => fields.change('code', target.value)}
        />
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <Button type="submit" variant="secondary" wide busy={isBusy}>
          {t(($) => $.account.email.codeSend)}
        </Button>
      </form>
    </Disclosure>
  );
}
