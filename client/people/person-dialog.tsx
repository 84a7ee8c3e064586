import { useState } from 'react';
import * as v from 'valibot';
import type { ChildView, Household, RunResult, VisitorView } from '#client/data/port.ts';
import { type CommandForm, type DialogField, FieldsDialog } from '#client/forms/command-form.tsx';
import { refusalText } from '#client/forms/refusal-text.ts';
import { failureText, useCommand } from '#client/forms/run-command.ts';
import { correctedNow } from '#client/lib/corrected-now.ts';
import { useAwaitOutcome } from '#client/session/use-await-outcome.ts';
import { useHouseholdPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { dayOf } from '#client/ui/local-day.ts';
import type { CommandArgs } from '#domain/commands/catalogue.ts';
import { birthDateSchema } from '#domain/fields.ts';
import type { Id } from '#domain/ids.ts';
import { LOCALES } from '#domain/language.ts';
import type { VisitorRef } from '#domain/paths.ts';
import { isFutureDay, isoTime } from '#domain/time.ts';
import {
  fieldsOf,
  hasHint,
  isRequired,
  mapFields,
  type VisitorFieldName,
  visitorField,
} from '#domain/visitor-fields.ts';
import { newId } from './new-id.ts';
import { visitorsOf } from './visitors.ts';

export type PersonPurpose = 'add' | { edit: Person } | { remove: Person };

interface Props {
  purpose: PersonPurpose;
  kind: PersonKind;
  child?: Id;
  onAdded?(person: Id): void;
  onClose(): void;
}

/** Closes before a toast reports success. */
export function PersonDialog({ purpose, kind, child, onAdded, onClose }: Props) {
  const { texts } = useTranslation();
  const toast = useToast();
  const done = (text = texts.common.success) => {
    onClose();
    toast({ text });
  };
  if (purpose !== 'add' && 'remove' in purpose)
    return <RemovePerson opened={purpose.remove} onRemoved={done} onClose={onClose} />;
  const known = purpose === 'add' ? undefined : purpose.edit;
  const saved = (id: Id) => {
    if (known) return done();
    onAdded?.(id);
    done(kind === 'friend' ? texts.people.friendAdded : undefined);
  };
  return <PersonFields {...{ kind, child, known, onClose }} onSaved={saved} />;
}

interface FieldsProps extends Pick<Props, 'kind' | 'onClose'> {
  child: Id | undefined;
  known: Person | undefined;
  onSaved(person: Id): void;
}

function PersonFields({ kind, child, known, onSaved, onClose }: FieldsProps) {
  const { t, texts } = useTranslation();
  const form = usePersonForm(kind, child, usePersonNow(known));
  return (
    <FieldsDialog
      {...form}
      title={t(($) => $.people[form.command])}
      submit={known ? texts.common.save : texts.common.add}
      onSaved={() => onSaved(form.id)}
      onClose={onClose}
    />
  );
}

/** Once removed, the person as of the opening. */
function usePersonNow<P extends Person | undefined>(opened: P): P | Person {
  const now = useHouseholdPart((household) => {
    if (!opened) return undefined;
    if ('ref' in opened) return household.visitor(opened.ref);
    return household.view().children.find(({ id }) => id === opened.id);
  });
  return now ?? opened;
}

interface RemoveProps {
  opened: Person;
  onRemoved(): void;
  onClose(): void;
}

/** The person may be checked in or out while the question is open. */
function RemovePerson({ opened, onRemoved, onClose }: RemoveProps) {
  const { t, texts } = useTranslation('details');
  const answered = useAwaitOutcome();
  const { isBusy, failure, run } = useCommand();
  const person = usePersonNow(opened);
  const consequence = useConsequence(person);
  const remove = async () => {
    const { done } = await run(() => answered((household) => removePerson(household, refOf(person))));
    if (done) onRemoved();
  };
  return (
    <ConfirmDialog
      {...{ isBusy, onClose }}
      title={t(($) => $.removal.removeTitle, { name: person.name })}
      confirmLabel={texts.common.remove}
      failure={failure && failureText(t, failure, undefined, (refusal) => refusalText(t, refusal))}
      onConfirm={() => void remove()}
    >
      <p>{consequence}</p>
    </ConfirmDialog>
  );
}

function useConsequence(person: Person): string {
  const { t, language } = useTranslation('details');
  const { name } = person;
  if ('ref' in person) {
    const gone = t(($) => $.removal.removeVisitor, { name });
    return person.status === 'in' ? `${t(($) => $.removal.removeHere, { name })} ${gone}` : gone;
  }
  const gone = t(($) => $.removal.removeChild, { name });
  const here = visitorsOf([person]).filter(({ status }) => status === 'in');
  if (here.length === 0) return gone;
  const names = new Intl.ListFormat(LOCALES[language]).format(here.map((one) => one.name));
  return `${t(($) => $.removal.removeChildHere, { names, count: here.length })} ${gone}`;
}

type PersonKind = 'child' | VisitorRef['kind'];
export type Person = ChildView | VisitorView;

const COMMANDS = {
  child: { add: 'addChild', edit: 'editChild', remove: 'deleteChild' },
  friend: { add: 'addFriend', edit: 'editFriend', remove: 'deleteFriend' },
  guest: { add: 'addGuest', edit: 'editGuest', remove: 'deleteGuest' },
} as const satisfies Record<PersonKind, object>;

type Command = (typeof COMMANDS)[PersonKind]['add' | 'edit'];

interface PersonForm extends Omit<CommandForm<string>, 'onSaved'> {
  id: Id;
  command: Command;
  failed: string;
  /** Unlike `save`, does not wait for the server's answer. */
  run(household: Household, ...form: Parameters<CommandForm<string>['save']>): Promise<RunResult>;
}

/** `child`: set for a friend or guest. */
export function usePersonForm(kind: PersonKind, child: Id = '', known?: Person): PersonForm {
  const { t } = useTranslation();
  const answered = useAwaitOutcome();
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
    id,
    command,
    fields,
    saved,
    isEdit: known !== undefined,
    run,
    failed: t(($) => (isAdding(command) ? $.common.failures[command] : $.common.error)),
    save: (...form) => answered((household) => run(household, ...form)),
  };
}

/** These have an error message of their own. */
function isAdding(command: Command): command is 'addChild' | 'addGuest' {
  return command === 'addChild' || command === 'addGuest';
}

export function removePerson(household: Household, ref: PersonRef): Promise<RunResult> {
  const command = COMMANDS[ref.kind].remove;
  return household.run(command, argsOf(ref) as CommandArgs<typeof command>);
}

interface PersonRef {
  kind: PersonKind;
  child: Id;
  id: Id;
}

function refOf(person: Person): PersonRef {
  if (!('ref' in person)) return { kind: 'child', child: person.id, id: person.id };
  const { kind, child, visitor } = person.ref;
  return { kind, child, id: visitor };
}

function argsOf({ kind, child, id }: PersonRef): Partial<Record<PersonKind, Id>> {
  return { child, [kind]: id };
}

type PersonField = VisitorFieldName | 'birthDate';

export const pastBirthDateSchema = v.pipe(
  birthDateSchema,
  v.check((day) => !isFutureDay(day, isoTime(correctedNow())), 'future'),
);

export function usePersonFields(): Readonly<Record<PersonField, DialogField>> {
  const { t, texts } = useTranslation('details');
  const ofVisitor = (field: VisitorFieldName): DialogField => {
    const { schema, form = schema, input } = visitorField(field);
    return {
      label: t(($) => $.people.fields[field]),
      schema: form,
      autoCapitalize: field === 'name' ? 'words' : input === 'lines' ? 'sentences' : 'none',
      ...(input && { type: input }),
      ...(hasHint(field) && { hint: t(($) => $.people.fields[`${field}Hint`]) }),
      ...(isRequired(field) ? { missing: t(($) => $.missing[field]) } : { optional: true }),
    };
  };
  const birthDate: DialogField = {
    label: texts.people.fields.birthDate,
    missing: texts.missing.birthDate,
    schema: pastBirthDateSchema,
    type: 'date',
    min: '1900-01-01',
    max: dayOf(correctedNow()),
  };
  return { ...mapFields('friend', ofVisitor), ...mapFields('guest', ofVisitor), birthDate };
}
