import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useEffect, useRef, useState } from 'react';
import type { Household, HouseholdView, RefusedCommand } from '#client/data/port.ts';
import { type DialogField, FieldsDialog } from '#client/forms/command-form.tsx';
import { canRetry, refusedReason, refusedTitle } from '#client/forms/refusal-text.ts';
import { ByWhom } from '#client/people/by-whom.tsx';
import { usePersonFields } from '#client/people/person-dialog.tsx';
import { useViewPart } from '#client/session/use-household.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { Button } from '#client/ui/buttons/button.tsx';
import { useToast } from '#client/ui/feedback/toast.tsx';
import { List } from '#client/ui/sections.tsx';
import { emptyOr, isChanged, nameSchema, newPhoneSchema } from '#domain/fields.ts';
import type { Id } from '#domain/ids.ts';
import type { RefusalCode } from '#domain/protocol/refusal.ts';
import { fieldsOf } from '#domain/visitor-fields.ts';
import styles from './refused.module.css';

/** A toast on any page leads here. */
export function RefusedList({ list, household }: { list: readonly RefusedCommand[]; household: Household }) {
  const { t } = useTranslation('details');
  const heading = useRef<HTMLHeadingElement>(null);
  useReport(list, () => heading.current?.focus());
  return (
    <section className={styles.list} aria-labelledby="refused">
      <h2 id="refused" ref={heading} tabIndex={-1} className={`${styles.heading} medium line gap-2`}>
        <TriangleAlert size={22} />
        <span>{t(($) => $.refused.count, { count: list.length })}</span>
      </h2>
      <List className="stack gap-3">
        {list.map((refused) => (
          <Refused key={refused.op} refused={refused} household={household} />
        ))}
      </List>
    </section>
  );
}

/** A refusal's toast withdraws the one that reported the change. */
function useReport(list: readonly RefusedCommand[], show: () => void): void {
  const { t, texts } = useTranslation('details');
  const toast = useToast();
  const known = useRef<ReadonlySet<Id>>(new Set());
  useEffect(() => {
    const fresh = list.filter(({ op }) => !known.current.has(op));
    known.current = new Set(list.map(({ op }) => op));
    if (fresh.length === 0) return;
    fresh.forEach(logIfGuest);
    toast({
      text: t(($) => $.refused.count, { count: list.length }),
      actions: [{ label: texts.refused.show, run: show }],
      withdraws: fresh.map(({ op }) => op),
    });
  });
}

/** Required by the error catalogue (specification, section 8). */
function logIfGuest({ name, args, refusal }: RefusedCommand): void {
  const isStatus = name === 'checkIn' || name === 'checkOut';
  if (isStatus && Object(args).kind === 'guest')
    console.error('The status of a guest was not saved:', refusal.code);
}

/** Edit or try again where that can work, or discard. */
function Refused({ refused, household }: { refused: RefusedCommand; household: Household }) {
  const { t, format } = useTranslation('details');
  const parents = useViewPart((view) => view.parents);
  const [isEditing, setEditing] = useState(false);
  const what = useDescription(refused);
  const message = refusedTitle(t, refused);
  const reason = refusedReason(t, refused);
  const held = useViewPart((view) => storedInstead(refused, view).join(', ') || undefined);
  return (
    <li className={`${styles.refused} row between`}>
      <div>
        <strong>{message}</strong>
        <p className={`${styles.detail} small`}>
          <span>{t(($) => $.refused.at, { what, time: format.sinceTime(refused.tappedAt) })}</span>
          <ByWhom lead=" " parents={parents} uids={[household.account.uid]} />
          <span>{reason === message ? '. ' : `. ${reason}`}</span>
          {held !== undefined && <span>{` ${t(($) => $.meanwhile.now, { held })}`}</span>}
        </p>
      </div>
      <Actions refused={refused} household={household} what={what} onEdit={() => setEditing(true)} />
      {isEditing && canEdit(refused) && (
        <EditRefused
          refused={refused}
          typed={typedValues(refused.args)}
          household={household}
          onClose={() => setEditing(false)}
        />
      )}
    </li>
  );
}

interface ActionsProps {
  refused: RefusedCommand;
  household: Household;
  /** In words, to distinguish the buttons of several refusals. */
  what: string;
  onEdit(): void;
}

function Actions({ refused, household, what, onEdit }: ActionsProps) {
  const { texts } = useTranslation('details');
  const toast = useToast();
  // Without `was`: the list showed what was saved meanwhile, and the press confirms.
  const unasked = { ...Object(refused.args), was: undefined };
  const replaces = refused.refusal.code === 'changed-meanwhile';
  const reportError = (error: unknown) => {
    console.error(error);
    toast({ text: texts.common.error });
  };
  const named = (label: string) => ({ label, 'aria-label': `${label}: ${what}` });
  return (
    <div className="flow gap-2">
      {canRetry(refused) && (
        <Button
          variant="secondary"
          {...named(replaces ? texts.meanwhile.replace : texts.common.retry)}
          onClick={() => household.retry(refused.op, unasked).catch(reportError)}
        />
      )}
      {canEdit(refused) && <Button variant="secondary" {...named(texts.common.edit)} onClick={onEdit} />}
      <Button
        variant="quiet"
        {...named(texts.common.discard)}
        onClick={() => household.discard(refused.op).catch(reportError)}
      />
    </div>
  );
}

/** With the names as they were then. */
function useDescription({ name, args, people = {} }: RefusedCommand): string {
  const { t, texts } = useTranslation('details');
  const command = t(($) => $.commands[name]);
  const { child, person = typedValues(args).name } = people;
  if (person) return `${command}: ${person}`;
  if (!child) return command;
  return isAboutVisitor(args) ? `${command} ${texts.history.with} ${child}` : `${command}: ${child}`;
}

interface EditProps {
  refused: RefusedCommand & { name: EditableName };
  typed: Partial<Record<EditableField, string>>;
  household: Household;
  onClose(): void;
}

/** Sent again with the time of the first attempt. */
function EditRefused({ refused, typed, household, onClose }: EditProps) {
  const { t, texts } = useTranslation('details');
  const all = { ...usePersonFields(), ...useProfileFields() };
  const names = Object.keys(typed) as EditableField[];
  const { name: command } = refused;
  return (
    <FieldsDialog<string>
      title={command === 'updateProfile' ? texts.common.nav.profile : t(($) => $.people[command])}
      submit={texts.common.save}
      failed={refusedTitle(t, refused)}
      fields={Object.fromEntries(names.map((name) => [name, all[name]]))}
      saved={typed as Record<string, string>}
      save={(values) => household.retry(refused.op, { ...Object(refused.args), ...values, was: undefined })}
      onSaved={onClose}
      onClose={onClose}
    />
  );
}

function useProfileFields() {
  const { t, texts } = useTranslation('details');
  const name = (field: 'firstName' | 'lastName'): DialogField => ({
    label: t(($) => $.profileForm[field]),
    missing: t(($) => $.profileForm.missing[field]),
    schema: nameSchema,
    autoCapitalize: 'words',
  });
  const phone: DialogField = {
    label: texts.profileForm.phone,
    schema: emptyOr(newPhoneSchema),
    type: 'tel',
    optional: true,
  };
  return { firstName: name('firstName'), lastName: name('lastName'), phone };
}

/** Refusals that other values would not avoid. */
const FINAL: readonly RefusalCode[] = [
  'not-found',
  'id-taken',
  'superseded',
  'too-many-corrections',
  'in-the-past',
  'too-far-ahead',
  'links-refused',
];

/** Other values may be accepted. */
export function canEdit(refused: RefusedCommand): refused is RefusedCommand & { name: EditableName } {
  return isEditable(refused) && !FINAL.includes(refused.refusal.code);
}

const EDITABLE = [
  'addChild',
  'editChild',
  'addFriend',
  'editFriend',
  'addGuest',
  'editGuest',
  'updateProfile',
] as const;
type EditableName = (typeof EDITABLE)[number];

const PROFILE_FIELDS = ['firstName', 'lastName', 'phone'] as const;
type EditableField = keyof ReturnType<typeof usePersonFields> | (typeof PROFILE_FIELDS)[number];

const FIELDS = [
  ...new Set<EditableField>([...fieldsOf('friend'), ...fieldsOf('guest'), 'birthDate', ...PROFILE_FIELDS]),
];

function isEditable(refused: RefusedCommand): refused is RefusedCommand & { name: EditableName } {
  const isOne = EDITABLE.some((name) => name === refused.name);
  return isOne && Object.keys(typedValues(refused.args)).length > 0;
}

/** By field. */
function typedValues(args: unknown): Partial<Record<EditableField, string>> {
  const given: Partial<Record<EditableField, unknown>> = Object(args);
  const typed = FIELDS.map((field) => [field, given[field]] as const);
  return Object.fromEntries(typed.filter(([, value]) => typeof value === 'string'));
}

/** False for a command about the child alone. */
function isAboutVisitor(args: unknown): boolean {
  const { visitor, friend, guest }: Record<string, unknown> = Object(args);
  return (visitor ?? friend ?? guest) !== undefined;
}

/** Values saved meanwhile in the edited fields; '' where empty now. */
export function storedInstead(
  { args, refusal }: RefusedCommand,
  { children, profile }: HouseholdView,
): string[] {
  if (refusal.code !== 'changed-meanwhile') return [];
  const { child: id, friend, guest, was = {}, ...sent }: RefusedArgs = Object(args);
  const child = children.find((one) => one.id === id);
  const visitors = child ? [...child.friends, ...child.guests] : [];
  const visitor = visitors.find(({ ref }) => ref.visitor === (friend ?? guest));
  const held: Readonly<Record<string, unknown>> = { ...(visitor?.fields ?? child ?? profile) };
  return Object.keys(was).flatMap((field) => {
    const now = String(held[field] ?? '');
    return field in typedValues(args) && isChanged(was[field], now, sent[field]) ? [now] : [];
  });
}

type RefusedArgs = { was?: Record<string, string>; [field: string]: unknown };
