import { type Defence, guarded } from './defence.ts';

const LOOK = 'server/links/look.ts';
const GATE = 'server/links/link-gate.ts';
const CALLS = 'server/links/calls.ts';
const WRITES = 'server/links/reader-writes.ts';
const LIFE = 'domain/links/link-life.ts';
const DEAD = 'server/links/dead-links.test.ts';
const SEEN = 'server/links/see-visit.test.ts';
const SENDER = 'server/links/sender.test.ts';
const ANSWERS = 'server/links/answers.test.ts';
const REFUSED = 'server/links/stored-and-refused.test.ts';
const LIMITS = 'server/links/limits.test.ts';
const STREAMS = 'server/links/visit-streams.test.ts';
const SECRETS = 'server/links/secrets.test.ts';
const UNLOCKED = 'looks, and answers that are refused, lock no household; openings at once lock it once';

/** A link to a visit: what it shows and to whom, when it ends, and what its holder may write. */
export const linkDefences: readonly Defence[] = [
  guarded(
    'link: the server knows the hash alone, and it opens nothing',
    [
      LOOK,
      "return hash('sha256', secret, 'base64url');",
      "return secret.length === 43 ? secret : hash('sha256', secret, 'base64url');",
    ],
    [SECRETS, 'what is stored of a link opens nothing'],
  ),
  guarded(
    'link: it ends six hours after the check-out was known',
    [
      'domain/limits.ts',
      'LINK_AFTER_VISIT_MS = HOURS_AFTER_VISIT * HOUR_MS',
      'LINK_AFTER_VISIT_MS = HOURS_AFTER_VISIT * HOUR_MS + 5000',
    ],
    [DEAD, 'a link lives for 6 hours after the check-out reached the server, to the second'],
  ),
  guarded(
    'link: it ends 72 hours after it was made',
    ['domain/limits.ts', 'LINK_LIFE_MS = LINK_HOURS * HOUR_MS', 'LINK_LIFE_MS = LINK_HOURS * HOUR_MS + 5000'],
    [DEAD, 'a link lives for 72 hours after it was made, to the second'],
  ),
  guarded(
    'link: one that was taken back is dead',
    ['domain/commands/take-links-back.ts', 'withoutLinks(visit)', 'visit'],
    [DEAD, 'a link that was taken back answers as an unknown one'],
  ),
  guarded(
    'link: a refusal ends those that are made',
    [[LIFE, '|| isRefusedLink(visitor, link) ||', '||']],
    [DEAD, 'a link that was refused by the other family answers as an unknown one'],
  ),
  guarded(
    'link: those made before a refusal stay dead',
    [LIFE, ' || madeAt <= linkRefusal.at', ''],
    [REFUSED, 'a link that was made before the refusal stays dead after links are allowed again'],
  ),
  guarded(
    'link: a refusal lets none be given',
    [
      'domain/commands/give-link.ts',
      "if (isRefused(visitor, context.at)) return refuse('links-refused');",
      '',
    ],
    [REFUSED, 'a refusal ends every link of that friend at once (removal asked: true)'],
  ),
  guarded(
    'link: the device of the own family marks nothing',
    [CALLS, 'shown && !isOwn ?', 'shown ?'],
    [SEEN, 'a device of the own family marks nothing as opened, a device of another family does'],
  ),
  guarded(
    'link: first names alone: of the visitor',
    ['domain/links/reader.ts', 'firstName(people.visitor)', 'people.visitor'],
    [SEEN, 'a link shows first names and times alone'],
  ),
  guarded(
    'link: first names alone: of the child',
    ['domain/links/reader.ts', 'firstName(people.child)', 'people.child'],
    [SEEN, 'a link shows first names and times alone'],
  ),
  guarded(
    'link: the number of its sender is shown by choice alone',
    [LOOK, 'link.showsPhone ? profile?.phone : undefined', 'profile?.phone'],
    [SENDER, 'a page says who sent its link, and their number only if they chose to show it'],
  ),
  guarded(
    'link: only its sender chooses that',
    ['domain/commands/give-link.ts', 'given.by !== context.actor || ', ''],
    [
      SENDER,
      'nobody is told a number but who holds the link that shows it, and the other parent cannot show it',
    ],
  ),
  guarded(
    'link: two digits of the number are told',
    ['server/links/look.ts', '.slice(-TOLD_DIGITS)', ''],
    [REFUSED, 'what is stored is told: the typed name, two digits of the number, and this visit alone'],
  ),
  guarded(
    'link: misses are counted for an address',
    [GATE, '    await this.#context.limits.countMissedLink(request);\n', ''],
    [LIMITS, 'an address misses thirty times at once, then once each 20 seconds, in whatever way it asks'],
  ),
  guarded(
    'link: its answers are limited',
    [WRITES, '    await limits.count(ANSWERS.kind, counted, ANSWERS.limit);\n', ''],
    [ANSWERS, 'a link takes thirty answers in all, also across a restart; other links go on'],
  ),
  guarded(
    'link: an answer is taken back by who means it',
    ['domain/links/reader.ts', 'answer?.at !== takesBack || answer.reply', '!answer || answer.reply'],
    [ANSWERS, 'who takes an answer back takes no other, and the question before it is open again'],
  ),
  guarded(
    'link: its refusals are limited',
    [CALLS, '    await gate.countRefusal(living);\n', ''],
    [REFUSED, 'a link refuses five times in all, however often the host allows links again'],
  ),
  guarded(
    'link: answers are three seconds apart',
    ['domain/links/reader.ts', 'ANSWERS_APART_MS = 3000', 'ANSWERS_APART_MS = 0'],
    [ANSWERS, 'answers of a visit are three seconds apart, and one that comes too soon is told to wait'],
  ),
  guarded(
    'link: a refused answer locks no household',
    [WRITES, '    requireAnswer(seen, answer, isoTime(now()));\n', ''],
    [ANSWERS, UNLOCKED],
  ),
  guarded(
    'link: openings at once lock the household once',
    [WRITES, '    if (known) return known;\n', ''],
    [ANSWERS, UNLOCKED],
  ),
  guarded(
    'link: it is looked at once more where something is written',
    [WRITES, 'const fresh = await this.#reload(transaction, seen, time);', 'const fresh = seen;'],
    [DEAD, 'a link that ends between the look and the writing changes nothing'],
  ),
  guarded(
    'link: the requests with one are few at once',
    [GATE, '    this.#ofLink.take(linkHash(secret), reply.raw);\n', ''],
    [LIMITS, 'eight requests with one link are answered at once; another link has places of its own'],
  ),
  guarded(
    'link: its readers have a share of their own',
    [GATE, 'const readers = `readers of ${found.household}`;', 'const readers = found.household;'],
    [LIMITS, 'readers who use up their share of the server make the taps of the household wait for nothing'],
  ),
  guarded(
    'link: its streams are few',
    ['server/links/visit-streams.ts', '    streams.takePlace(reply.raw, living, request.ip);\n', ''],
    [STREAMS, 'a link has four streams, a household twenty; beyond them the page has to ask now and then'],
  ),
  guarded(
    'link: the streams of a process have a limit',
    ['server/links/visit-streams.ts', ' ||\n      this.size >= AT_ONCE.linkStreams', ''],
    [
      'server/links/streams-in-all.test.ts',
      'a process has two thousand streams of visits in all, and room again as one of them ends',
    ],
  ),
  guarded(
    'link: the streams of an address have a limit',
    [
      'server/links/visit-streams.ts',
      '    for (const { group, factor } of addressGroups(ip)) this.#ofAddress.take(group, response, factor);\n',
      '',
    ],
    [
      'server/links/streams-of-address.test.ts',
      'an address has a hundred streams, an IPv6 network together, and room again as one of them ends',
    ],
  ),
  guarded(
    'link: a stream ends with it by the clock',
    ['server/links/visit-streams.ts', 'endsAt <= now() || ', ''],
    [STREAMS, 'a link that ends by the clock ends its stream, without any change of the visit'],
  ),
  guarded(
    'link: a stream ends as its number is refused',
    ['server/links/visit-streams.ts', ' || (phone !== undefined && isNumberRefused?.(phone))', ''],
    [STREAMS, 'a number that is refused ends its streams'],
  ),
  guarded(
    'link: what counts its uses goes with it',
    [
      'server/retention/strip-links.ts',
      '  await Promise.all(hashes.flatMap(keysOfLink).map((key) => store.resetAttempts(key)));\n',
      '',
    ],
    [SECRETS, 'what counts the uses of a link is forgotten with it'],
  ),
];
