import type { Elements } from '#client/lib/jsx.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { Form } from './form.tsx';

interface Props {
  /** The id of the form. */
  id: string;
  title: string;
  /** The label of the button that sends the form. */
  submit: string;
  isBusy: boolean;
  onSubmit(form: HTMLFormElement): void;
  onClose(): void;
  children: Elements;
}

/** A dialog with a form, and the buttons that leave and send it. */
export function FormDialog({ id, title, submit, isBusy, onSubmit, onClose, children }: Props) {
  const { t } = useTranslation();
  const footer = (
    <>
      <Button variant="secondary" label={t(($) => $.common.cancel)} onClick={onClose} />
      <Button type="submit" form={id} label={submit} busy={isBusy} />
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} footer={footer}>
      <Form id={id} autoComplete="off" onSubmit={onSubmit}>
        {children}
      </Form>
    </Dialog>
  );
}
