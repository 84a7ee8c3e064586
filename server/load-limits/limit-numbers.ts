import { LINK_LIFE_MS, QUESTIONS_A_DAY } from '#domain/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { LIFETIMES } from '../server-limits.ts';
import type { RateLimit } from '../store/ports/store.ts';

/** The numbers of limits on load, but those that the operator sets; other weights and pauses stand beside their code. */

const QUARTER_MS = 15 * MINUTE_MS;

/** `burst` at once, then one per `interval` (ms); counted in the store (decision 0012). */
export const RATE_LIMITS = {
  /** Wrong passwords for one account from one address, or one trusted browser. */
  passwords: { burst: 10, interval: MINUTE_MS },
  /** Per account from all untrusted browsers; beyond it the account counts as under attack. */
  untrustedPasswords: { burst: 50, interval: 2 * MINUTE_MS },
  /** Per untrusted address, while the account is under attack. */
  passwordsUnderAttack: { burst: 3, interval: QUARTER_MS },
  /** Per address, links that show nothing; pages retry while a link may still arrive. */
  missedLinks: { burst: 30, interval: 20_000 },
  /** Per account: deleting and recreating it resets nothing. */
  askedMails: { burst: 4, interval: QUARTER_MS },
  /** Per address and kind: one kind must not use up another, nor reveal an account (user enumeration). */
  mailedLinks: { burst: 4, interval: QUARTER_MS },
  /** Per address, about changed sign-in methods. */
  mailedNotices: { burst: 10, interval: QUARTER_MS },
  /** After a restored backup, on which several servers may start. */
  mailedRestores: { burst: 1, interval: DAY_MS },
  /** Limits hashing and mails; per e-mail, so recreating the account resets nothing. */
  passwordChanges: { burst: 5, interval: QUARTER_MS },
  /** With a hundred million codes, guessing takes longer than any mail is valid. */
  mailedCodes: { burst: 10, interval: QUARTER_MS },
  /** Never refills within its lifetime: after five attempts the first factor is needed again. */
  secondFactors: { burst: 5, interval: LIFETIMES.pendingSecondFactor },
  /** Per browser, so nobody can use up another's limit. */
  passkeyChallenges: { burst: 60, interval: 10_000 },
  parentInvitations: { burst: 10, interval: QUARTER_MS },
  /** Per family that asks to follow. */
  questions: { burst: QUESTIONS_A_DAY, interval: DAY_MS / QUESTIONS_A_DAY },
  /** Per friend or guest: those that alert the family's devices. */
  alertingQuestions: { burst: 2, interval: DAY_MS },
  /** Starts and expected times, per follow and per home. */
  comings: { burst: 10, interval: DAY_MS / 10 },
  comingsOfHome: { burst: 40, interval: DAY_MS / 40 },
  leaveHousehold: { burst: 3, interval: HOUR_MS },
  /** Per link: the interval is its lifetime, so none refills. */
  linkAnswers: { burst: 30, interval: LINK_LIFE_MS },
  /** Per visit: those that alert the family's devices. */
  alertingAnswers: { burst: 6, interval: 10 * MINUTE_MS },
  /** Per family; all its open visits may be due home at once. */
  alerts: { burst: 1000, interval: MINUTE_MS },
  subscriptions: { burst: 20, interval: 5 * MINUTE_MS },
  /** Per account: all its devices may use a push service that hangs. */
  pushTests: { burst: 5, interval: MINUTE_MS },
  linkRefusals: { burst: 5, interval: LINK_LIFE_MS },
} as const satisfies Record<string, RateLimit>;

/** By which a limit per address is multiplied. */
export const FACTORS = {
  /** For trusted browsers and sessions: a school may share an address. */
  trusted: 10,
  /** An IPv6 /56 or /48 may be one home's, or a carrier's for many customers. */
  widerNetwork: 8,
} as const;

/** At the same time, in this process. */
export const MAX_CONCURRENT = {
  /** Tabs send one at a time. */
  ofSession: 8,
  ofHousehold: 24,
  ofLink: 8,
  /** Per household, for its fair share. */
  waiting: 32,
  /** For all households: an export holds all people of one in memory. */
  exports: 3,
  streamsOfSession: 4,
  streamsOfLink: 4,
  linkStreamsOfHousehold: 20,
  /**
   * Per IPv4 address or /64, which some hundred homes may share: filling all takes twenty
   * addresses. A page without a stream polls.
   */
  linkStreamsOfAddress: 100,
  linkStreams: 2000,
  hashingThreads: 4,
  hashingWaiting: 250,
  mails: 2,
  mailsWaiting: 500,
  /** Each with one alert. */
  alertFamilies: 32,
  alertDevices: 8,
} as const;

/** In seconds. */
export const RETRY_AFTER = {
  request: 1,
  export: 10,
  /** The page polls meanwhile. */
  stream: 60,
} as const;

/** In ms. */
export const SLOW_READERS = {
  /** A client that reads nothing must not keep a slot. */
  dropAfter: 60_000,
  /** Then a slow export must give way to one that waits. */
  keepExport: 60_000,
} as const;

/** Work is counted in documents read and sent, some ten microseconds each. */
export const FAIR_SHARE = {
  requestWork: 50,
  /** Counted for a refused op too. */
  opWork: 5,
  /** Equal shares of the server's time: a household gets one. */
  shares: 10,
  /** An address gets the share of two households, and the burst of one. */
  ofAddress: 2,
  /** All that are not modest together: half the server. */
  ofStrangers: 5,
  /** A household below this part of its share is modest. */
  modest: 0.1,
  /** In ms: a new phone must load years of history without waiting. */
  burst: 2000,
  /** In ms: an address is restricted this long after another one asked, whose next tap must find room. */
  restriction: MINUTE_MS,
  /** A lower rate of ops does not slow reading. */
  leastOpsPerMinute: 600,
  /**
   * While other addresses ask: `burst` at once, then one per `apart`; all together one per
   * `interval`. In ms.
   */
  refusals: { burst: 10, apart: 1000, interval: 25, longest: 10_000 },
} as const;

export const PER_HOUSEHOLD = {
  /** Part of a day's ops that may come at once, after months offline. */
  opsAtOnce: 1 / 4,
  exportsAnHour: 10,
  /** Parts of the daily quota of notices. */
  notices: {
    atOnce: 1 / 2,
    /** To one recipient: from one household, and from all. */
    ofPair: 1 / 5,
    ofNumber: 2 / 5,
    /** Each household may send this many whatever others send: nobody can silence another. */
    ofOneFamily: 1 / 15,
    /** Corrections get a larger quota than first notices. */
    correctionFactor: 2,
  },
} as const;

export const REQUESTS = {
  /** In bytes; a longer request is refused unread. */
  largest: 64 * 1024,
  largestSync: 1024 * 1024,
  /** In ms; a request that arrives more slowly is aborted. */
  timeout: 30_000,
} as const;
