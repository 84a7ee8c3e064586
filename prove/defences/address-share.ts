import { type Defence, guarded } from './defence.ts';

const PACE = 'server/http/pace.ts';
const ADDRESSES = 'server/http/address-share.test.ts';

/** The share of the server's time that the households of one address have together. */
export const addressShareDefences: readonly Defence[] = [
  guarded(
    'the households of an address share the server while others ask',
    [
      [
        PACE,
        'if (!narrowest || this.#askers.isAlone(narrowest.group)) return 0;',
        'if (groups.length >= 0) return 0;',
      ],
    ],
    [
      ADDRESSES,
      'while somebody else asks they have the share of two families together, and the other one waits for nothing',
    ],
  ),
  guarded(
    'the networks of one /56 and of one /48 share the server too',
    [[PACE, 'groups.map(({ group }) => this', 'groups.slice(0, 1).map(({ group }) => this']],
    [ADDRESSES, 'a network asks with those around it: 2001:db8:5:ff00::1 in one /48'],
  ),
  guarded(
    'all who ask for much have half the server',
    [[PACE, 'this.#work.left(STRANGERS, now) - BURST_MS', '0']],
    [
      ADDRESSES,
      'however many networks of one /48 ask for much, they have half the server, and who asks for little waits for nothing',
    ],
  ),
  guarded(
    'one reply to all who ask for much is in the making',
    [
      [
        PACE,
        'this.#isModest(household) ? timed : asStranger',
        'asStranger === undefined ? asStranger : timed',
      ],
    ],
    [ADDRESSES, 'of those who ask for much, from however many networks, one reply is in the making'],
  ),
  guarded(
    'an address that is alone is not held back',
    [['server/http/askers.ts', 'other === undefined || other.at <=', 'other !== undefined && other.at <=']],
    [ADDRESSES, 'the families of an address have their own shares while nobody else asks'],
  ),
  guarded(
    'what an address did alone is not held against it',
    [[PACE, 'if (isOver && isAlone)', 'if (isOver && work < 0)']],
    [
      ADDRESSES,
      'what an address did while it was alone is not held against it, and alone again it waits for nothing',
    ],
  ),
  guarded(
    'a family passes the greedy ones of its address',
    [
      [
        PACE,
        'await this.#inTurn(household, async',
        'await this.#inTurn(`${household} ${Math.random()}`, async',
      ],
    ],
    [
      ADDRESSES,
      'a family behind the address of a greedy one waits for one request of each, not for all of them',
    ],
  ),
  guarded(
    'one reply of an address is in the making while others ask',
    [[PACE, 'if (address === undefined || this.#askers.isAlone(address)) return make();', 'return reply();']],
    [ADDRESSES, 'while somebody else asks, one reply of an address is in the making'],
  ),
  guarded(
    'an address rests after a reply while others ask',
    [[PACE, 'timed : asStranger, rest)', 'timed : asStranger)']],
    [
      ADDRESSES,
      'while somebody else asks, an address with many who want a reply rests after each four times as long',
    ],
  ),
  guarded(
    'a family alone at its address does not rest',
    [[PACE, '        if ((this.#waiting.get(wanting) ?? 0) < HOUSEHOLDS_OF_ADDRESS) return;\n', '']],
    [ADDRESSES, 'however slow the store is, two households of an address wait for nothing but each other'],
  ),
  guarded(
    'refusals to an address leave at a bounded rate while others ask',
    [[PACE, 'this.#askers.isAlone(address) || this.#refuse(groups)', 'true']],
    [ADDRESSES, 'refusals to an address leave at a bounded rate while somebody else asks'],
  ),
  guarded(
    'refusals to many addresses leave at the rate of one',
    [
      [PACE, 'this.#refusals.left(STRANGERS', "this.#refusals.left('many ' + groups[0]?.group"],
      [PACE, 'this.#refusals.add(STRANGERS', "this.#refusals.add('many ' + groups[0]?.group"],
    ],
    [
      ADDRESSES,
      'refusals to many IPv4 addresses leave at the rate of one, and who is rarely refused waits for nothing',
    ],
  ),
  guarded(
    'refusals are counted by /48 too',
    [[PACE, 'if (groups.every(', 'if (groups.slice(0, 1).every(']],
    [
      ADDRESSES,
      'refusals to many networks of one /48 leave at the rate of one, and who is rarely refused waits for nothing',
    ],
  ),
  guarded(
    'those who ask for much take turns by /48',
    [[PACE, '`${STRANGERS} ${widest}`', '`${STRANGERS} ${address}`']],
    [
      ADDRESSES,
      'those who ask for much take turns by /48: however many networks one has, another one waits for one reply of it',
    ],
  ),
  guarded(
    'few refusals to an address wait',
    [['server/limits.ts', 'longest: 10_000', 'longest: 1e9']],
    [ADDRESSES, 'of too many refusals the last are given up after ten seconds'],
  ),
  guarded(
    'a refused request waits for its reply while others ask',
    [['server/app.ts', '    toRefuse: ({ ip }) => pace.from(ip).refuse(),\n', '']],
    [
      ADDRESSES,
      'a refused request waits for its reply while another address asks, and that one waits for nothing',
    ],
  ),
  guarded(
    'recent activity has a pace',
    [
      [
        'server/auth/endpoints/list-activity.ts',
        '    await pace.from(request.ip).begin(household, LIST_WORK, () => reply.raw.destroyed);\n',
        '',
      ],
    ],
    [ADDRESSES, 'recent activity is listed at the pace of the household'],
  ),
];
