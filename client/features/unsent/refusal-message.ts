import type { HouseholdView, RefusedCommand } from '#client/data/port.ts';
import { refusalText } from '#client/forms/failure-message.ts';
import type { PersonField } from '#client/people/use-person-fields.ts';
import type { Translate } from '#client/translations/translations.ts';
import { isChanged } from '#domain/fields.ts';
import type { RefusalCode } from '#domain/protocol/refusal.ts';
import { fieldsOf } from '#domain/visitor-fields.ts';

/** Refusals that other values do not change. */
const FINAL: readonly RefusalCode[] = [
  'not-found',
  'id-taken',
  'superseded',
  'too-many-corrections',
  'in-the-past',
  'too-far-ahead',
  'links-refused',
];

/** Message of the error catalogue for a command that the server refused. */
export function refusalMessage(t: Translate, { name, refusal }: RefusedCommand): string {
  if (name === 'addChild') return t(($) => $.common.failures.addChild);
  if (name === 'addGuest') return t(($) => $.common.failures.addGuest);
  // The profile has its own message.
  if (name === 'updateProfile') return refusalText(t, refusal.code);
  if (refusal.code === 'changed-meanwhile') return t(($) => $.meanwhile.title);
  return t(($) => $.common.error);
}

/** True if other values may be accepted. */
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
export type EditableName = (typeof EDITABLE)[number];

const PROFILE_FIELDS = ['firstName', 'lastName', 'phone'] as const;
export type EditableField = PersonField | (typeof PROFILE_FIELDS)[number];

const FIELDS = [
  ...new Set<EditableField>([...fieldsOf('friend'), ...fieldsOf('guest'), 'birthDate', ...PROFILE_FIELDS]),
];

/** True if a refused command has typed values, which the parent can edit. */
function isEditable(refused: RefusedCommand): refused is RefusedCommand & { name: EditableName } {
  const isOne = EDITABLE.some((name) => name === refused.name);
  return isOne && Object.keys(typedValues(refused.args)).length > 0;
}

/** Returns the typed values, by field, among the arguments of such a command. */
export function typedValues(args: unknown): Partial<Record<EditableField, string>> {
  const given: Partial<Record<EditableField, unknown>> = Object(args);
  const typed = FIELDS.map((field) => [field, given[field]] as const);
  return Object.fromEntries(typed.filter(([, value]) => typeof value === 'string'));
}

/** True if a command is about a friend or guest, not about the child alone. */
export function isAboutVisitor(args: unknown): boolean {
  const { visitor, friend, guest }: Record<string, unknown> = Object(args);
  return (visitor ?? friend ?? guest) !== undefined;
}

/** The values saved meanwhile in the fields that a refused edit changes; '' of a field that is empty now. */
export function heldInstead(
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
