import { useRef, useState } from 'react';
import type { Household } from '#client/data/port.ts';
import { focusField } from '#client/forms/focus-field.ts';
import { runCommand } from '#client/forms/run-command.ts';
import { useCommandForm } from '#client/forms/use-command-form.ts';
import { usePersonFields } from '#client/people/use-person-fields.ts';
import { useUndo } from '#client/session/undo.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { mapFields, type VisitorFieldName } from '#domain/visitor-fields.ts';

interface Input {
  /** The id of the form. */
  id: string;
  child: Id | undefined;
  /** The id of the new friend. */
  friend: Id;
  onAdded: (() => void) | undefined;
  onClose(): void;
}

/** The reason for adding a friend: to be checked in at once, or only to be in the list. */
type Purpose = 'checkIn' | 'add';

/** The form about a new friend: adds the friend by one command, then checks them in by another, whose undo keeps the friend. */
export function useNewFriendForm({ id, child = '', friend, onAdded, onClose }: Input) {
  const household = useHouseholdIfAny();
  const answered = useAnswered();
  const known = usePersonFields();
  const arrive = useArrival();
  const purpose = useRef<Purpose>('checkIn');
  const [isSent, setSent] = useState(false);
  const fields = mapFields('friend', (field: VisitorFieldName) => known[field]);
  const ref = { child, kind: 'friend', visitor: friend } as const;
  const form = useCommandForm(
    {
      fields,
      initial: mapFields('friend', () => ''),
      save: (values) => {
        const add = (home: Household) => home.run('addFriend', { child, friend, ...values });
        // A check-in waits for no answer.
        return purpose.current === 'add' ? answered(add) : household && add(household);
      },
      onSaved: () => {
        onAdded?.();
        onClose();
        void arrive(form.typed.values.name, ref, purpose.current);
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
    fields,
    typed: form.typed,
    failure: form.failure,
    busy: form.isBusy ? purpose.current : undefined,
    isChildMissing: isSent && child === '',
    send,
  };
}

/** Returns a function that checks an added friend in, if wanted, and reports both in one toast. */
function useArrival() {
  const { t } = useTranslation();
  const household = useHouseholdIfAny();
  const toast = useToast();
  const { toastOf } = useUndo();
  return async (name: string, ref: VisitorRef, purpose: Purpose) => {
    const added = t(($) => $.people.friendAdded);
    if (purpose === 'add') return toast({ text: added });
    const result = await runCommand(() => household?.run('checkIn', ref));
    if (result.done) {
      const text = `${added} ${t(($) => $.hereNow.checkedIn, { name: name.trim() })}`;
      return toast(toastOf({ name: name.trim(), ref }, result.op, text));
    }
    toast({ text: `${added} ${t(($) => $.people.statusNotSaved)}` });
  };
}
