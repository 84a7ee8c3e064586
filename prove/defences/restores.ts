import { type Defence, guarded } from './defence.ts';

const PHONES = 'server/sync/returning-phones.test.ts';
const BOUNDS = 'server/sync/restore-bounds.test.ts';
const LINKS = 'server/links/restored-links.test.ts';
const FOLD =
  'of more ops than are decided again the oldest are the base of the others, and the present stays';
const FAR_ORDER =
  'an order far in the future is taken as one of the next day at most, and what is tapped later follows it';
const NOTICE = 'the notice of a tap that turns out to be void is cancelled, and what returns notifies nobody';

/** Phones that return after a restored backup, and readers whose link it lacks (docs/decisions/0046). */
export const restoreDefences: readonly Defence[] = [
  guarded(
    'restore: parents who share a household are asked who is in it',
    ['server/app.ts', "  api.addHook('onReady', async () => reviewParents(context));\n", ''],
    [
      'server/parents/restored-parents.test.ts',
      'after a restore the parents who share a family are mailed once, and listed to the operator',
    ],
  ),
  guarded(
    'restore: the operator hears of the push key that is back',
    ['server/push/push.ts', '    log.warn(`a backup was restored, and ${keyIsBack(madeAt)}`);\n', ''],
    [
      'server/push/hosting.test.ts',
      'a restored backup brings a renewed push key back: the restore and the first start say so, until it is renewed',
    ],
  ),
  guarded(
    'restore: ops are decided in the order of their first decision',
    ['server/sync/restore-log.ts', '...this.writes].sort(byOrder)', '...this.writes]'],
    [PHONES, 'two phones bring back their taps, the second at once and the other 10000 ms later'],
  ),
  guarded(
    'restore: what stood before the first write of an op since is kept',
    [
      'server/sync/apply-ops.ts',
      '  for (const path of paths) ledger.log(logBase(path, baseOf(documents, path)));\n',
      '',
    ],
    [PHONES, 'a tap since the restore makes way for one that was there before it'],
  ),
  guarded(
    'restore: a document that a replay writes first is kept as it was',
    ['server/sync/replay.ts', '(bases.has(path) ? [] : [logBase(path, baseOf(base, path))])', '[]'],
    [PHONES, 'two phones bring back their taps, the second at once and the other 10000 ms later'],
  ),
  guarded(
    'restore: an edit that was stored asks no more whether something else was saved meanwhile',
    ['server/sync/replay.ts', 'prepareOp(unasked(one)', 'prepareOp(one.op ? one : unasked(one)'],
    [PHONES, 'an edit that was stored is not undone by an older one, nor by the loss of what it replaced'],
  ),
  guarded(
    'restore: a phone cannot claim an order far ahead',
    [
      'server/sync/apply-again.ts',
      'Math.min(Math.max(sent.version ?? 0, sent.receivedAt), receivedAt + MOST_AHEAD)',
      'Math.max(sent.version ?? 0, sent.receivedAt)',
    ],
    [BOUNDS, FAR_ORDER],
  ),
  guarded(
    'restore: what is tapped later follows every order that a phone claimed',
    ['server/sync/apply-again.ts', 'ledger.raise(version)', 'ledger.raise()'],
    [BOUNDS, FAR_ORDER],
  ),
  guarded(
    'restore: a removal for good ends the log of its child',
    ['server/sync/apply-ops.ts', '    ledger.log({ child });\n    return;\n', ''],
    [
      PHONES,
      'a removal for good ends the log of its child: what was removed is nowhere in it, and comes back by nothing',
    ],
  ),
  guarded(
    'restore: what the server itself wrote since survives a replay',
    [
      'server/sync/save-as-server.ts',
      'keepsLog(restored, now) ? await logOf(transaction, writes, version) : []',
      '[]',
    ],
    [PHONES, 'the first look and the answer of a reader survive what phones bring back'],
  ),
  guarded(
    'restore: a replay decides a bounded number of ops',
    ['server/sync/replay.ts', 'steps.length > MOST_OPS ? steps.length - LEFT_OPS : 0', '0'],
    [BOUNDS, FOLD],
  ),
  guarded(
    'restore: an op that the base contains is not decided once more',
    ['server/sync/apply-again.ts', 'if (folded.has(op.op) || ', 'if ('],
    [BOUNDS, FOLD],
  ),
  guarded(
    'restore: the notice of a tap that lost its effect is cancelled',
    ['server/sync/apply-again.ts', '  ledger.notify([cancelled(op)], childOfArgs(op.args));\n', ''],
    [BOUNDS, NOTICE],
  ),
  guarded(
    'restore: what returns notifies nobody',
    ['server/sync/ledger.ts', 'if (!again?.sent) return notices;', 'return notices;'],
    [BOUNDS, NOTICE],
  ),
  guarded(
    'restore: the notice of a tap that no server had is cancelled with its effect',
    ['server/sync/apply-again.ts', 'rings: isRecorded && !wasSent && rings(decision)', 'rings: false'],
    [BOUNDS, 'a tap that no server had notifies once, and not if what returns makes it void'],
  ),
  guarded(
    'restore: a tap that no server had before notifies',
    ['server/sync/ledger.ts', 'if (!again?.sent) return notices;', 'if (!again) return notices;'],
    [
      'server/sync/restored-notices.test.ts',
      'a tap that no server had before the restore tells the other family, once',
    ],
  ),
  guarded(
    'restore: an undo that returns cancels the notice that the backup holds',
    ['server/sync/ledger.ts', "filter(({ kind }) => kind !== 'first')", 'filter(() => false)'],
    [
      'server/sync/restored-notices.test.ts',
      'one that waits still is cancelled by the undo of its tap that is sent again, which tells nobody',
    ],
  ),
  guarded(
    'restore: an unknown link is out of reach for a day, and not taken back',
    [
      'server/links/look.ts',
      "  if (found === 'unknown' && mayComeBack(deps, 0)) throw new CallError('unavailable');\n",
      '',
    ],
    [
      LINKS,
      'a link that the backup may lack is out of reach for a day, not taken back, and counts as no miss',
    ],
  ),
  guarded(
    'restore: a link that was found since and is gone ends its stream as taken back',
    ['server/links/visit-streams.ts', 'mayComeBack(this.deps, reader.foundAt)', 'mayComeBack(this.deps, 0)'],
    [LINKS, 'a link that was taken back since the restore ends its stream, and the other readers read on'],
  ),
  {
    name: 'restore: a tap without an answer keeps the time of its first attempt',
    patch: [
      {
        file: 'client/data/wire/exchange.ts',
        from: '    await noteAttempt(store, request, sentAt, error);\n',
        to: '',
      },
    ],
    guard: {
      project: 'unit',
      file: 'client/data/wire/restored-backup.test.ts',
      test: 'a tap without an answer has the place of its first attempt',
    },
  },
];
