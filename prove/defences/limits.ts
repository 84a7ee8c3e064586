import { type Defence, guarded } from './defence.ts';

const PROPERTY =
  'no sequence of additions exceeds a size, the counts are right, and a refusal changes nothing';
const ACROSS = 'server/sync/household-limits.test.ts';

/** The sizes and rates of a household (docs/decisions/0025). */
export const limitDefences: readonly Defence[] = [
  rule(
    'a household has at most fifty children',
    'commands/add-child',
    'reading.sizes.children >= LIMITS.children',
  ),
  rule(
    'friends count among the visitors',
    'commands/add-friend',
    'reading.sizes.visitors >= LIMITS.visitors',
  ),
  rule('guests count among the visitors', 'commands/add-guest', 'reading.sizes.visitors >= LIMITS.visitors'),
  rule('at most five hundred are here', 'visits/presence', "target === 'in' && isFull"),
  rule(
    'a visit keeps at most fifty corrections',
    'commands/correct-visit',
    'corrected.corrections.length > LIMITS.correctionsOfVisit',
    'a visit is corrected fifty times, then keeps its times, and can still be checked out',
  ),
  guarded(
    'the sizes of a household are kept between requests',
    ['server/sync/apply-ops.ts', '{ ...batch, sizes: draft.sizes }', 'batch'],
    [ACROSS, 'children are refused at their limit across requests and in one, and a removed one makes room'],
  ),
  guarded(
    'a removed child takes its visitors out of the count',
    ['domain/household-sizes.ts', 'if (!now) this.#children.delete(id);', 'if (!now) return;'],
    [
      ACROSS,
      'friends and guests share a limit, counted without those of a removed child, and the rest goes on',
    ],
  ),
];

function rule(name: string, file: string, condition: string, test = PROPERTY): Defence {
  return {
    name,
    patch: [{ file: `domain/${file}.ts`, from: condition, to: 'false' }],
    guard: { project: 'unit', file: 'domain/limits.property.test.ts', test },
  };
}
