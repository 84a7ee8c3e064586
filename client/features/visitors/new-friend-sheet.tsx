import { useId, useRef, useState } from 'react';
import type { ChildView } from '#client/data/port.ts';
import { CommandFields, useCommandForm } from '#client/forms/command-form.tsx';
import { FieldProblem } from '#client/forms/field.tsx';
import { Form } from '#client/forms/form.tsx';
import { runCommand } from '#client/forms/run-command.ts';
import { focusField } from '#client/forms/use-fields.ts';
import { usePersonForm } from '#client/people/person-dialog.tsx';
import { PersonName } from '#client/people/person-name.tsx';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useUndo } from '#client/session/use-visitor-actions.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from '#client/ui/dialogs/dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import styles from './child-choice.module.css';

interface NewFriendSheetProps {
  list: readonly ChildView[];
  /** Undefined: the parent chooses, unless there is only one child. */
  child?: Id | undefined;
  /** Called before `onClose`, once the friend is added. */
  onAdded?: ((friend: Id) => void) | undefined;
  onClose(): void;
}

/** The second button only adds, without checking in. */
export function NewFriendSheet({ list, child, onAdded, onClose }: NewFriendSheetProps) {
  const { t, texts } = useTranslation('details');
  const id = useId();
  const [chosen, setChosen] = useState(child ?? (list.length === 1 ? list[0]?.id : undefined));
  const form = useNewFriendForm({ id, child: chosen, onAdded, onClose });
  const known = list.find((one) => one.id === (child ?? (list.length === 1 ? chosen : undefined)));
  const choose = (of: Id, isPressed: boolean) => {
    setChosen(of);
    const element = document.getElementById(id);
    // Within the tap, or iOS opens no keyboard; arrow keys stay here.
    if (isPressed && element instanceof HTMLFormElement) focusField(element, 'name');
  };
  const footer = (
    <>
      <Button
        variant="secondary"
        label={texts.newFriend.onlyAdd}
        busy={form.busy === 'add'}
        onClick={() => void form.send('add')}
      />
      <Button
        type="submit"
        form={id}
        variant="checkIn"
        label={texts.newFriend.addAndCheckIn}
        busy={form.busy === 'checkIn'}
      />
    </>
  );
  return (
    <Dialog
      title={known ? t(($) => $.people.newFriendOf, { name: known.name }) : texts.people.newFriend}
      onClose={onClose}
      footer={footer}
    >
      <Form id={id} autoComplete="off" onSubmit={() => void form.send('checkIn')}>
        {!known && (
          <ChildChoice list={list} chosen={chosen} isMissing={form.isChildMissing} onChoose={choose} />
        )}
        <CommandFields
          fields={form.fields}
          typed={form.typed}
          failure={form.failure}
          failed={texts.common.error}
        />
      </Form>
    </Dialog>
  );
}

interface Input {
  id: string;
  child: Id | undefined;
  onAdded: ((friend: Id) => void) | undefined;
  onClose(): void;
}

type Purpose = 'checkIn' | 'add';

/** Two commands, so that undoing the check-in keeps the friend. */
function useNewFriendForm({ id, child = '', onAdded, onClose }: Input) {
  const household = useHouseholdIfAny();
  const person = usePersonForm('friend', child);
  const arrive = useArrival();
  const purpose = useRef<Purpose>('checkIn');
  const [isSent, setSent] = useState(false);
  const ref = { child, kind: 'friend', visitor: person.id } as const;
  const form = useCommandForm(
    {
      ...person,
      // A check-in does not wait for the server.
      save: (...form) =>
        purpose.current === 'add' ? person.save(...form) : household && person.run(household, ...form),
      onSaved: () => {
        onAdded?.(person.id);
        onClose();
        void arrive(form.typed.values.name ?? '', ref, purpose.current);
      },
    },
    id,
  );
  const send = async (wanted: Purpose) => {
    purpose.current = wanted;
    setSent(true);
    if (child === '') focusField(id, 'child');
    else await form.submit();
  };
  return {
    fields: person.fields,
    typed: form.typed,
    failure: form.failure,
    busy: form.isBusy ? purpose.current : undefined,
    isChildMissing: isSent && child === '',
    send,
  };
}

function useArrival() {
  const { t, texts } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  const { toastOf } = useUndo();
  return async (name: string, ref: VisitorRef, purpose: Purpose) => {
    const added = texts.people.friendAdded;
    if (purpose === 'add') return toast({ text: added });
    const result = await runCommand(() => household?.run('checkIn', ref));
    if (result.done) {
      const text = `${added} ${t(($) => $.hereNow.checkedIn, { name: name.trim() })}`;
      return toast(toastOf({ name: name.trim(), ref }, result.op, text));
    }
    toast({ text: `${added} ${texts.people.statusNotSaved}` });
  };
}

interface ChildChoiceProps {
  list: readonly ChildView[];
  chosen: Id | undefined;
  isMissing: boolean;
  /** `isPressed`: by finger or mouse, not by arrow keys. */
  onChoose(child: Id, isPressed: boolean): void;
}

function ChildChoice({ list, chosen, isMissing, onChoose }: ChildChoiceProps) {
  const { texts } = useTranslation('details');
  const problem = useId();
  const isPressed = useRef(false);
  return (
    <fieldset
      className="stack gap-2"
      aria-describedby={isMissing ? problem : undefined}
      onPointerDown={() => (isPressed.current = true)}
      onKeyDown={() => (isPressed.current = false)}
    >
      <legend className={styles.legend}>{texts.modal.chooseChild}</legend>
      <div className="flow gap-2">
        {list.map(({ id, name }) => (
          <label key={id} className={`${styles.child} line gap-2 wrap`}>
            <input
              type="radio"
              name="child"
              className={styles.radio}
              required
              checked={id === chosen}
              onChange={() => onChoose(id, isPressed.current)}
            />
            <PersonName>{name}</PersonName>
          </label>
        ))}
      </div>
      {isMissing && <FieldProblem id={problem}>{texts.newFriend.chooseChild}</FieldProblem>}
    </fieldset>
  );
}
