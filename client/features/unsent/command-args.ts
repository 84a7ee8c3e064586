import type { RefusedCommand } from '#client/data/port.ts';
import type { PersonField } from '#client/people/use-person-fields.ts';
import { fieldsOf } from '#domain/visitor-fields.ts';

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
export function isEditable(refused: RefusedCommand): refused is RefusedCommand & { name: EditableName } {
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
  return visitorIdIn(args) !== undefined;
}

function visitorIdIn(args: unknown): unknown {
  const given: Record<string, unknown> = Object(args);
  return given.visitor ?? given.friend ?? given.guest;
}
