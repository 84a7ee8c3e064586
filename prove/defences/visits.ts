import type { Defence, Edit } from './defence.ts';

/** Removing, putting back and adding a visit (docs/decisions/0024), and planning its end. */
export const visitDefences: readonly Defence[] = [
  unit('a removal stays traceable, with who and when', 'delete-visit', {
    from: '        ...(forGood ? [] : [trail]),\n',
    test: 'keeps who removed what and when, the latest ten for thirty days',
  }),
  unit('a removed visit takes its visitor back to the state before', 'delete-visit', {
    from: '        ...(present && isLatest ? [{ put: visitorPath(ref), document: present }] : []),\n',
    test: 'of the open visit leaves the visitor out since the departure before',
  }),
  unit('a repeated removal changes nothing', 'delete-visit', {
    from: 'const isGone = !visit && child && (reading.isTaken(path) || isKept(child, id));',
    to: 'const isGone = !visit && child && !reading;',
    test: 'on two phones at once changes something once',
  }),
  unit('a removal takes back only what was told within a day', 'delete-visit', {
    from: 'const first = isSilent ? undefined : told.find((moment) => isToldLately(moment, context));',
    to: 'const first = isSilent ? undefined : (told[0] ?? isToldLately);',
    test: 'takes back what was told within a day, once, and else only cancels what waits',
  }),
  unit('a removal that the other family asked for keeps no copy', 'delete-visit', {
    from: '...(forGood ? [] : [trail])',
    to: '...(!child ? [] : [trail])',
    test: 'keeps no copy that could be put back, and of the others what was kept',
  }),
  unit('a removal that the other family asked for drops earlier copies', 'delete-visit', {
    from: 'if (isGone) return forGood ? forget(child, { ...ref, visit: id }) : acceptUnchanged(undefined);',
    to: 'if (isGone) return child ? acceptUnchanged(undefined) : forget(child, { ...ref, visit: id });',
    test: 'of a visit that was removed before drops its copy, once',
  }),
  unit('nobody comes back twice by a removal that is undone', 'restore-visit', {
    from: "    if (visit.open && !present) return refuse('superseded');\n",
    guard: 'delete-visit',
    test: 'is superseded for an open visit once the visitor has come again',
  }),
  unit('a visit that is put back overlaps none', 'restore-visit', {
    from: '    if (code) return refuse(code);\n',
    guard: 'delete-visit',
    test: 'is refused if another visit has taken its time, or if nothing is known of it',
  }),
  unit('an added visit overlaps none', 'add-visit', {
    from: 'timesProblem(visit, context.at) ?? overlap(others, visit)',
    to: 'timesProblem(visit, context.at)',
    test: 'refuses a visit that overlaps another',
  }),
  unit('an added visit is one that retention keeps', 'add-visit', {
    from: "    if (ends.left.at < limit) return refuse('invalid-arguments', 'left');\n",
    test: 'refuses a visit that retention would purge',
  }),
  unit('an op adds a visit once, also after its outcome was purged', 'add-visit', {
    from: "    if (reading.isTaken(path)) return refuse('id-taken');\n",
    test: 'with the same op adds it once, even after its outcome was purged and the visit removed',
  }),
  unit('a correction of an added visit tells nobody', 'correct-visit', {
    from: 'about === undefined || visit.added',
    to: 'about === undefined',
    guard: 'add-visit',
    test: 'corrected or removed, it still tells nobody',
  }),
  unit('a planned time overwrites no newer one unasked', 'expect-home', {
    from: "isChanged(was?.at, expected?.at ?? '', planned)",
    to: "isChanged(undefined, was?.at ?? '', planned)",
    test: 'a planned time that another one was set over meanwhile asks, unless both are the same',
  }),
  {
    name: 'a removed visit is erased when its time has passed',
    patch: [
      {
        file: 'server/retention/expire-visits.ts',
        from: '(await expireRemovals(deps, oldest.household, limit)) || isAnyExpired',
        to: 'isAnyExpired',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/retention/expire-removals.test.ts',
      test: 'a removed visit is erased after thirty days, or when the visit itself would have expired',
    },
  },
];

interface Removed {
  from: Edit['from'];
  to?: Edit['to'];
  /** The command whose tests guard it, if not its own. */
  guard?: string;
  test: string;
}

/** Makes a defence of a command that a test of the rulebook guards. */
function unit(name: string, command: string, { from, to = '', guard = command, test }: Removed): Defence {
  return {
    name,
    patch: [{ file: `domain/commands/${command}.ts`, from, to }],
    guard: { project: 'unit', file: `domain/commands/${guard}.test.ts`, test },
  };
}
