import { useId } from 'react';
import * as v from 'valibot';
import { FormDialog } from '#client/forms/form-dialog.tsx';
import { useSendForm } from '#client/forms/send-form.tsx';
import { TextArea } from '#client/forms/text-area.tsx';
import { useFollowedCalls } from '#client/session/use-followed.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { secretIn } from '#domain/links/secret.ts';
import { READER_PAGE } from '#domain/pages/pages.ts';
import { useFollowingMessage } from './following-message.ts';

/** Asks the family that gave a link whether its visits may be followed. What was pasted stays until they are asked. */
export function FollowDialog({ onClose }: { onClose: () => void }) {
  const { texts } = useTranslation(['following']);
  const { ask } = texts.following;
  const calls = useFollowedCalls();
  const toast = useToast();
  const id = useId();
  const form = useSendForm({
    schemas: { link: linkSchema },
    saved: { link: '' },
    messageOf: useFollowingMessage('ask'),
    send: async ({ link }) => {
      await calls.ask(pastedSecret(link) ?? '');
      onClose();
      toast({ text: ask.done });
    },
  });
  return (
    <FormDialog
      id={id}
      title={texts.people.followChild}
      submit={ask.submit}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <TextArea
        label={ask.label}
        hint={ask.hint}
        rows={3}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.input('link', { missing: ask.missing, wrong: ask.noLink })}
      />
      {form.failure && <ErrorBox>{form.failure}</ErrorBox>}
    </FormDialog>
  );
}

/** Some messengers write the # of an address as %23. */
const LINK = new RegExp(`${READER_PAGE}/?(?:\\?[^\\s#]*?)?(?:#|%(?:25)*23)(\\S+)`, 'i');

/** Returns the secret of a link to a visit, wherever it stands in a text; undefined if there is none. */
export function pastedSecret(text: string): string | undefined {
  return secretIn(LINK.exec(text)?.[1] ?? '');
}

const linkSchema = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty('empty'),
  v.check((text) => pastedSecret(text) !== undefined, 'characters'),
);
