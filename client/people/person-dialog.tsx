import { FieldsDialog } from '#client/forms/command-form.tsx';
import { failureWithReason } from '#client/forms/failure-message.ts';
import { useCommand } from '#client/forms/run-command.ts';
import { useAnswered } from '#client/session/use-answered.ts';
import { useHouseholdPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ConfirmDialog } from '#client/ui/dialogs/confirm-dialog.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import type { Id } from '#domain/ids.ts';
import { LOCALES } from '#domain/language.ts';
import { type Person, type PersonKind, refOf, removePerson, usePersonForm } from './use-person-form.ts';

export type PersonPurpose = 'add' | { edit: Person } | { remove: Person };

interface Props {
  purpose: PersonPurpose;
  kind: PersonKind;
  /** The child of a friend or guest. */
  child?: Id;
  onAdded?(person: Id): void;
  onClose(): void;
}

/** Adds, edits or removes a child, friend or guest; it closes before a toast reports its success. */
export function PersonDialog({ purpose, kind, child, onAdded, onClose }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const done = (text = t(($) => $.common.success)) => {
    onClose();
    toast({ text });
  };
  if (purpose !== 'add' && 'remove' in purpose)
    return <RemovePerson opened={purpose.remove} onRemoved={done} onClose={onClose} />;
  const known = purpose === 'add' ? undefined : purpose.edit;
  const saved = (id: Id) => {
    if (known) return done();
    onAdded?.(id);
    done(kind === 'friend' ? t(($) => $.people.friendAdded) : undefined);
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

/** Somebody as known now, or as of the opening once removed. */
function usePersonNow<P extends Person | undefined>(opened: P): P | Person {
  const now = useHouseholdPart((household) => {
    if (!opened) return undefined;
    if ('ref' in opened) return household.visitor(opened.ref);
    return household.view().children.find(({ id }) => id === opened.id);
  });
  return now ?? opened;
}

interface RemoveProps {
  /** The person as of the opening. */
  opened: Person;
  onRemoved(): void;
  onClose(): void;
}

/** Asks before a person is removed. Somebody may be checked in or out while the question is open. */
function RemovePerson({ opened, onRemoved, onClose }: RemoveProps) {
  const { t } = useTranslation(['rare']);
  const answered = useAnswered();
  const { isBusy, failure, run } = useCommand();
  const person = usePersonNow(opened);
  const consequence = useConsequence(person);
  const remove = async () => {
    const { done } = await run(() => answered((household) => removePerson(household, refOf(person))));
    if (done) onRemoved();
  };
  return (
    <ConfirmDialog
      title={t(($) => $.removal.removeTitle, { name: person.name })}
      confirmLabel={t(($) => $.common.remove)}
      busy={isBusy}
      failure={failure && failureWithReason(t, failure)}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{consequence}</p>
    </ConfirmDialog>
  );
}

/** Words what goes with a person: visits that are open end. */
function useConsequence(person: Person): string {
  const { t, language } = useTranslation(['rare']);
  const { name } = person;
  if ('ref' in person) {
    const gone = t(($) => $.removal.removeVisitor, { name });
    return person.status === 'in' ? `${t(($) => $.removal.removeHere, { name })} ${gone}` : gone;
  }
  const gone = t(($) => $.removal.removeChild, { name });
  const here = [...person.friends, ...person.guests].filter(({ status }) => status === 'in');
  if (here.length === 0) return gone;
  const names = new Intl.ListFormat(LOCALES[language]).format(here.map((one) => one.name));
  return `${t(($) => $.removal.removeChildHere, { names, count: here.length })} ${gone}`;
}
