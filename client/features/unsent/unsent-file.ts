import type { ChildView, UnsentCommand, VisitorView } from '#client/data/port.ts';

/** The words of the language on screen. */
export interface UnsentWords {
  about: string;
  what(name: UnsentCommand['name']): string;
  time(at: number): string;
}

/** In: what was not sent, and the people it is about. Out: a file (JSON) that a person can read and a program too. */
export function unsentFile(
  unsent: readonly UnsentCommand[],
  children: readonly ChildView[],
  words: UnsentWords,
): string {
  const changes = unsent.map((command) => ({
    what: words.what(command.name),
    ...peopleIn(command.args, children),
    when: words.time(command.tappedAt),
    ...command,
    tappedAt: new Date(command.tappedAt).toISOString(),
  }));
  return `${JSON.stringify({ about: words.about, changes }, undefined, 2)}\n`;
}

/** Whom a command is about, by name: its arguments hold ids alone. */
export function peopleIn(args: unknown, children: readonly ChildView[]): { child?: string; person?: string } {
  const given: Record<string, unknown> = Object(args);
  const child = children.find(({ id }) => id === given.child);
  const person = child && visitorsOf(child).find(({ ref }) => ref.visitor === visitorIn(args));
  return { ...(child && { child: child.name }), ...(person && { person: person.name }) };
}

/** Whether a command is about a friend or a guest, and not the child alone. */
export function namesVisitor(args: unknown): boolean {
  return visitorIn(args) !== undefined;
}

function visitorIn(args: unknown): unknown {
  const given: Record<string, unknown> = Object(args);
  return given.visitor ?? given.friend ?? given.guest;
}

function visitorsOf({ friends, guests }: ChildView): readonly VisitorView[] {
  return [...friends, ...guests];
}
