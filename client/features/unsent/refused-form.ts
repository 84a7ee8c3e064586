import type { RefusedCommand } from '#client/data/port.ts';
import type { PersonField } from '#client/people/use-person-fields.ts';

const EDITABLE = ['addChild', 'editChild', 'addFriend', 'editFriend', 'addGuest', 'editGuest'] as const;
export type EditableName = (typeof EDITABLE)[number];

const FIELDS: readonly PersonField[] = ['name', 'birthDate', 'parentPhone', 'parentUserId'];

/** True where a refused command holds something that a parent typed about somebody, and can type anew. */
export function isEditable(refused: RefusedCommand): refused is RefusedCommand & { name: EditableName } {
  return EDITABLE.some((name) => name === refused.name);
}

/** In: the arguments of such a command. Out: what was typed, by field. */
export function typedIn(args: unknown): Partial<Record<PersonField, string>> {
  const given: Partial<Record<PersonField, unknown>> = Object(args);
  const typed = FIELDS.map((field) => [field, given[field]] as const);
  return Object.fromEntries(typed.filter(([, value]) => typeof value === 'string'));
}
