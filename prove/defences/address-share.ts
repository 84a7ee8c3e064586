import { type Defence, guarded } from './defence.ts';

const ADDRESSES = 'server/http/address-share.test.ts';

/** The share of the server's time that the households of one address have together. */
export const addressShareDefences: readonly Defence[] = [
  guarded(
    'the households of an address share the server while others ask',
    [
      [
        'server/http/pace.ts',
        'if (address === undefined || this.#askers.isAlone(address)) return 0;',
        "if (address !== '') return 0;",
      ],
    ],
    [
      ADDRESSES,
      'while somebody else asks they have the share of two families together, and the other one waits for nothing',
    ],
  ),
  guarded(
    'an address that is alone is not held back',
    [['server/http/askers.ts', 'other === undefined || other.at <=', 'other !== undefined && other.at <=']],
    [ADDRESSES, 'the families of an address have their own shares while nobody else asks'],
  ),
  guarded(
    'what an address did alone is not held against it',
    [['server/http/pace.ts', 'if (at > most && this.#askers.isAlone(address))', 'if (at < 0)']],
    [
      ADDRESSES,
      'what an address did while it was alone is not held against it, and alone again it waits for nothing',
    ],
  ),
  guarded(
    'a family passes the greedy ones of its address',
    [
      [
        'server/http/pace.ts',
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
    [['server/sync/sync-gate.ts', 'turn === undefined ? make()', 'turn !== null ? make()']],
    [ADDRESSES, 'while somebody else asks, one reply of an address is in the making'],
  ),
  guarded(
    'recent activity has a pace',
    [
      [
        'server/auth/events/list-activity.ts',
        '    await pace.from(request.ip).begin(household, LIST_WORK, () => reply.raw.destroyed);\n',
        '',
      ],
    ],
    [ADDRESSES, 'recent activity is listed at the pace of the household'],
  ),
];
