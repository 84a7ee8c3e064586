import type { RefusedCommand } from '#client/data/unsent-command.ts';
import type { PersonField } from '#client/people/use-person-fields.ts';
import { fieldsOf } from '#domain/visitor-fields.ts';

const EDITABLE = ['addChild', 'editChild', 'addFriend', 'editFriend', 'addGuest', 'editGuest'] as const;
export type EditableName = (typeof EDITABLE)[number];

const FIELDS = [...new Set<PersonField>([...fieldsOf('friend'), ...fieldsOf('guest'), 'birthDate'])];

/** True if a refused command has fields about a person that the parent can edit. */
export function isEditable(refused: RefusedCommand): refused is RefusedCommand & { name: EditableName } {
  return EDITABLE.some((name) => name === refused.name);
}

/** Returns the typed values, by field, among the arguments of such a command. */
export function typedValues(args: unknown): Partial<Record<PersonField, string>> {
  const given: Partial<Record<PersonField, unknown>> = Object(args);
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
