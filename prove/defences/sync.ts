import type { Defence } from './defence.ts';

/** Sync: deduplication, order, ownership, late taps, and the origin check. */
export const syncDefences: readonly Defence[] = [
  {
    name: 'an edit of what somebody saved meanwhile asks first',
    patch: [
      {
        file: 'domain/command.ts',
        from: "if (other) return refuse('changed-meanwhile', other[0]);",
        to: "if (other && reading.sizes.children < 0) return refuse('changed-meanwhile', other[0]);",
      },
    ],
    guard: {
      project: 'unit',
      file: 'domain/commands/edit.test.ts',
      test: 'editFriend asks where a field holds neither its former nor its new value',
    },
  },
  {
    name: 'epoch: a phone of another epoch gets a snapshot, and its ops wait for what came before them',
    patch: [
      {
        file: 'server/sync/sync.ts',
        from: 'if (message.epoch === undefined || message.epoch === epoch) return message;',
        to: 'if (message.epoch !== epoch || message.epoch === epoch) return message;',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/sync/epoch.test.ts',
      test: 'a phone of another epoch gets a snapshot, and none of its ops is applied',
    },
  },
  {
    name: 'epoch: nobody is notified twice of an op that is sent again',
    patch: [
      {
        file: 'server/sync/ledger.ts',
        from: 'noticesOf(op, decision).map(',
        to: 'decision.notices.map(',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/sync/epoch.test.ts',
      test: 'an op that is sent again has the time of its first sending, and notifies nobody',
    },
  },
  {
    name: 'a restored backup is told to a phone whose own ops bring it to the cursor again',
    patch: [
      {
        file: 'server/sync/sync-reply.ts',
        from: 'cursor === null || (saved && saved.since < cursor)',
        to: 'cursor === null',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/sync/sync-reply.test.ts',
      test: 'a phone whose own ops bring a restored backup to its cursor, or beyond, gets a snapshot',
    },
  },
  {
    name: 'stored outcomes: an op sent again is not applied again',
    patch: [
      {
        file: 'server/sync/apply-ops.ts',
        from: 'const ids = ops.map(({ op }) => op.op);',
        to: 'const ids: Id[] = [];',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/sync/sync.test.ts',
      test: 'an op sent again gets the outcome it had and changes nothing',
    },
  },
  {
    name: 'order: the sequence number of a device never runs backwards',
    patch: [
      {
        file: 'server/sync/ledger.ts',
        from: 'return sequence > this.#lastSequence;',
        to: 'return sequence > 0;',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/sync/sync.test.ts',
      test: 'an op with a sequence number that runs backwards is refused, and applied under another device',
    },
  },
  {
    name: 'ownership: a sync for another household than that of the session is refused',
    patch: [
      {
        file: 'server/sync/sync.ts',
        from: "if (household !== message.household) throw new CallError('other-household');",
        to: '',
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/sync/ownership.test.ts',
      test: 'a sync without a session or for another household returns and applies nothing',
    },
  },
  {
    name: 'late taps change the history and not the present status',
    patch: [
      {
        file: 'domain/visits/presence.ts',
        from: 'if (isLate(known, visitor, tap)) return recordLate(reading.around, removed, ref, visitor, target, tap);',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'domain/visits/presence.test.ts',
      test: 'outside any visit adds one with the other end unknown and keeps the present status',
    },
  },
  {
    name: 'a late tap of a visit that was removed changes nothing',
    patch: [
      {
        file: 'domain/visits/presence.ts',
        from: 'if (isWithinAny(removed, tap.at)) return acceptUnchanged(visitor.timestamp);',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'domain/commands/delete-visit.test.ts',
      test: 'late taps on the removed visit change nothing beside the right one that was added instead: checkIn',
    },
  },
  {
    name: 'a write from another origin is refused',
    patch: [
      {
        file: 'server/http/origin.ts',
        from: "if (method !== 'GET' && method !== 'HEAD' && !isOwn(headers.origin))",
        to: "if (method === 'NONE' && !isOwn(headers.origin))",
      },
    ],
    guard: {
      project: 'integration',
      file: 'server/http/hostile-requests.test.ts',
      test: '/api/sync is refused from another origin or from none, and changes nothing',
    },
  },
  {
    name: 'a request that lost its body on the way refuses no tap',
    patch: [{ file: 'server/http/register-call.ts', from: '      requireBody(message);\n', to: '' }],
    guard: {
      project: 'integration',
      file: 'server/sync/lost-body.test.ts',
      test: 'a tap whose request lost its body on the way is sent again, and not refused',
    },
  },
];
