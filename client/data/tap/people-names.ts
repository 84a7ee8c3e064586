import type { ChildView, PeopleNames } from '#client/data/port.ts';

/** Returns the names of the people a command is about; its arguments hold their ids. */
export function peopleNames(args: unknown, children: readonly ChildView[]): PeopleNames {
  const given: Record<string, unknown> = Object(args);
  const child = children.find(({ id }) => id === given.child);
  const id = given.visitor ?? given.friend ?? given.guest;
  const visitors = child && id !== undefined ? [...child.friends, ...child.guests] : [];
  const person = visitors.find(({ ref }) => ref.visitor === id);
  return { ...(child && { child: child.name }), ...(person && { person: person.name }) };
}
