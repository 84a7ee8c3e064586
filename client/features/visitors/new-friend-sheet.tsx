import { type FormEvent, useId, useState } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { CommandFields } from '#client/forms/command-fields.tsx';
import styles from '#client/forms/fields-dialog.module.css';
import { focusField } from '#client/forms/focus-field.ts';
import { newId } from '#client/people/new-id.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import type { Id } from '#domain/ids.ts';
import { ChildChoice } from './child-choice.tsx';
import { useNewFriendForm } from './use-new-friend-form.ts';

export interface NewFriendSheetProps {
  list: readonly ChildView[];
  /** The child whose friend it is; left out, the parent chooses, unless there is only one child. */
  child?: Id | undefined;
  /** Called when the friend was added, before `onClose`. */
  onAdded?: (() => void) | undefined;
  onClose(): void;
}

/** Adds a friend who stands at the door, and checks them in. The second button only adds the friend. */
export function NewFriendSheet({ list, child, onAdded, onClose }: NewFriendSheetProps) {
  const { t } = useTranslation(['rare']);
  const id = useId();
  const [friend] = useState(newId);
  const [chosen, setChosen] = useState(child ?? (list.length === 1 ? list[0]?.id : undefined));
  const form = useNewFriendForm({ id, child: chosen, friend, onAdded, onClose });
  const known = list.find((one) => one.id === (child ?? (list.length === 1 ? chosen : undefined)));
  const choose = (of: Id, isPressed: boolean) => {
    setChosen(of);
    const element = document.getElementById(id);
    // Within the tap, so that iOS opens the keyboard. Arrow keys stay among the children.
    if (isPressed && element instanceof HTMLFormElement) focusField(element, 'name');
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void form.send('checkIn');
  };
  const footer = (
    <>
      <Button variant="secondary" busy={form.busy === 'add'} onClick={() => void form.send('add')}>
        {t(($) => $.newFriend.onlyAdd)}
      </Button>
      <Button type="submit" form={id} variant="checkIn" busy={form.busy === 'checkIn'}>
        {t(($) => $.newFriend.addAndCheckIn)}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      title={known ? t(($) => $.people.newFriendOf, { name: known.name }) : t(($) => $.people.newFriend)}
      onClose={onClose}
      footer={footer}
    >
      <form method="dialog" id={id} className={styles.form} noValidate autoComplete="off" onSubmit={submit}>
        {!known && (
          <ChildChoice list={list} chosen={chosen} isMissing={form.isChildMissing} onChoose={choose} />
        )}
        <CommandFields
          fields={form.fields}
          typed={form.typed}
          failure={form.failure}
          failed={t(($) => $.common.error)}
        />
      </form>
    </Dialog>
  );
}
