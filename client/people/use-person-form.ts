import { useState } from 'react';
import type { ChildView, Household, RunResult, VisitorView } from '#client/data/port.ts';
import type { CommandForm } from '#client/forms/command-form.tsx';
import { useAnswered } from '#client/session/use-answered.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { fieldsOf } from '#domain/visitor-fields.ts';
import { newId } from './new-id.ts';
import { type PersonField, usePersonFields } from './use-person-fields.ts';

/** A child, or a friend or guest of a child. */
export type PersonKind = 'child' | VisitorRef['kind'];
export type Person = ChildView | VisitorView;

const COMMANDS = {
  child: { add: 'addChild', edit: 'editChild', remove: 'deleteChild' },
  friend: { add: 'addFriend', edit: 'editFriend', remove: 'deleteFriend' },
  guest: { add: 'addGuest', edit: 'editGuest', remove: 'deleteGuest' },
} as const satisfies Record<PersonKind, object>;

type Command = (typeof COMMANDS)[PersonKind]['add' | 'edit'];

interface PersonForm extends Omit<CommandForm<string>, 'onSaved'> {
  /** The id of the person who is edited, or will be added. */
  id: Id;
  command: Command;
  /** The message of a failure that no field caused. */
  failed: string;
  /** Runs the command without waiting for the server's answer, as `save` does. */
  run(household: Household, ...form: Parameters<CommandForm<string>['save']>): Promise<RunResult>;
}

/** The form that adds a person, or edits a known one. `child` is the child of a friend or guest. */
export function usePersonForm(kind: PersonKind, child: Id = '', known?: Person): PersonForm {
  const { t } = useTranslation();
  const answered = useAnswered();
  const all = usePersonFields();
  const [fresh] = useState(newId);
  const id = known ? refOf(known).id : fresh;
  const command = COMMANDS[kind][known ? 'edit' : 'add'];
  const names: readonly PersonField[] = kind === 'child' ? ['name', 'birthDate'] : fieldsOf(kind);
  const stored: Partial<Record<PersonField, string | undefined>> =
    known && 'ref' in known ? known.fields : { ...known };
  const fields = Object.fromEntries(names.map((name) => [name, all[name]]));
  const saved = Object.fromEntries(names.map((name) => [name, stored[name] ?? '']));
  const run: PersonForm['run'] = (household, values, was) => {
    // Untouched fields are left out: the other parent may have changed them meanwhile.
    const edited = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(was, name)));
    const sent = { ...argsOf({ kind, child, id }), ...(known ? { ...edited, was } : values) };
    return household.run(command, sent as CommandArgs<typeof command>);
  };
  return {
    ...{ id, command, fields, saved, isEdit: known !== undefined, run },
    failed: t(($) => (isAdding(command) ? $.common.failures[command] : $.common.error)),
    save: (...form) => answered((household) => run(household, ...form)),
  };
}

/** The error catalogue has a message for these. */
function isAdding(command: Command): command is 'addChild' | 'addGuest' {
  return command === 'addChild' || command === 'addGuest';
}

/** Removes a child, friend or guest. */
export function removePerson(household: Household, ref: PersonRef): Promise<RunResult> {
  const command = COMMANDS[ref.kind].remove;
  return household.run(command, argsOf(ref) as CommandArgs<typeof command>);
}

interface PersonRef {
  kind: PersonKind;
  child: Id;
  id: Id;
}

export function refOf(person: Person): PersonRef {
  if (!('ref' in person)) return { kind: 'child', child: person.id, id: person.id };
  const { kind, child, visitor } = person.ref;
  return { kind, child, id: visitor };
}

/** The arguments that name a person to a command: `{ child }`, `{ child, friend }` or `{ child, guest }`. */
function argsOf({ kind, child, id }: PersonRef): Partial<Record<PersonKind, Id>> {
  return { child, [kind]: id };
}
