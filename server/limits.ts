import {
  ACTIVITY_DAYS,
  LINK_LIFE_MS,
  MAIL_LINK_HOURS,
  QUESTIONS_A_DAY,
  RECENT_MINUTES,
  RECOVERY_MINUTES,
  SESSION_DAYS,
  SIGN_UP_MINUTES,
  TRUSTED_BROWSER_DAYS,
  UNDO_EMAIL_DAYS,
  UNSEEN_SESSION_DAYS,
} from '#domain/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import type { RateLimit } from './store/ports/store.ts';

/**
 * The numbers that limit what an account, a household, an address or a link may do, beside those of domain/limits.ts, which texts name, and the
 * rates that a host sets (.env.example). The tuning of pace, notice caps, op rates and hashing stands beside its code.
 * tests/limits.test.ts compares the pages that name these numbers.
 */

/** In ms: for how long something works. */
export const LIFETIMES = {
  session: SESSION_DAYS * DAY_MS,
  unseenSession: UNSEEN_SESSION_DAYS * DAY_MS,
  recentAuthentication: RECENT_MINUTES * MINUTE_MS,
  trustedBrowser: TRUSTED_BROWSER_DAYS * DAY_MS,
  undoEmail: UNDO_EMAIL_DAYS * DAY_MS,
  recoveryLink: RECOVERY_MINUTES * MINUTE_MS,
  verificationLink: MAIL_LINK_HOURS * HOUR_MS,
  changeEmailLink: MAIL_LINK_HOURS * HOUR_MS,
  /** An invitation of the host to open an account. */
  hostInvitation: 7 * DAY_MS,
  /** The same form may send its registration again. */
  registrationRetry: DAY_MS,
  pendingSecondFactor: 10 * MINUTE_MS,
  passkeyChallenge: 5 * MINUTE_MS,
  authorizationFlow: 10 * MINUTE_MS,
  pendingSignUp: SIGN_UP_MINUTES * MINUTE_MS,
  activity: ACTIVITY_DAYS * DAY_MS,
} as const;

const QUARTER_MS = 15 * MINUTE_MS;

/** Attempts: so many at once, then one an interval (ms). Counted in the store (decision 0012). */
export const RATES = {
  /** Wrong passwords for one account from one address, or from a browser that the account trusts. */
  passwords: { burst: 10, interval: MINUTE_MS },
  /** Attempts at one account from all untrusted browsers; beyond it the account counts as under attack. */
  untrustedPasswords: { burst: 50, interval: 2 * MINUTE_MS },
  /** Additional limit per untrusted address while the account is under attack. */
  passwordsUnderAttack: { burst: 3, interval: QUARTER_MS },
  /** Links to a visit that show nothing, asked for from one address; a page asks again while a link may still come. */
  missedLinks: { burst: 30, interval: 20_000 },
  /** Mails that an account may ask for, to its own address or to a new one; a deleted and recreated account goes on. */
  askedMails: { burst: 4, interval: QUARTER_MS },
  /**
   * Links of one kind to one address, whoever asks for them. Each kind is counted separately: asking for a change to an
   * address neither uses up its recovery links nor reveals if it has an account (user enumeration).
   */
  mailedLinks: { burst: 4, interval: QUARTER_MS },
  /** Notices about sign-in methods to one address. */
  mailedNotices: { burst: 10, interval: QUARTER_MS },
  /** After a restored backup; several servers start on one. */
  mailedRestores: { burst: 1, interval: DAY_MS },
  /** Limits hashing and mails. By e-mail, so that a deleted and recreated account goes on. */
  passwordChanges: { burst: 5, interval: QUARTER_MS },
  /** Of a hundred million codes, so that guessing takes longer than any mail is valid. */
  mailedCodes: { burst: 10, interval: QUARTER_MS },
  /** The interval is the lifetime, so the limit never refills: after five attempts the first factor is asked for again. */
  secondFactors: { burst: 5, interval: LIFETIMES.pendingSecondFactor },
  /** Of a browser, so that nobody can use up another's limit. */
  passkeyChallenges: { burst: 60, interval: 10_000 },
  parentInvitations: { burst: 10, interval: QUARTER_MS },
  /** Of a family: questions to follow a child. */
  questions: { burst: QUESTIONS_A_DAY, interval: DAY_MS / QUESTIONS_A_DAY },
  /** Of a friend or guest: questions that the family's own devices are told of. */
  ringingQuestions: { burst: 2, interval: DAY_MS },
  partings: { burst: 3, interval: HOUR_MS },
  /** Of a link in all: none of them is given back while it lives. */
  linkAnswers: { burst: 30, interval: LINK_LIFE_MS },
  /** Of a visit: answers that the family's own devices are told of. */
  ringingAnswers: { burst: 6, interval: 10 * MINUTE_MS },
  /** Of a family: alerts that its devices are told; all its open visits may have a time home at once. */
  alerts: { burst: 1000, interval: MINUTE_MS },
  /** Of a session. */
  subscriptions: { burst: 20, interval: 5 * MINUTE_MS },
  /** Of an account: all its devices may be at a push service that hangs. */
  pushTests: { burst: 5, interval: MINUTE_MS },
  linkRefusals: { burst: 5, interval: LINK_LIFE_MS },
} as const satisfies Record<string, RateLimit>;

/** Trusted browsers and sessions share this multiple of the address limit: a family, an office or a school at one address. */
export const TRUSTED_FACTOR = 10;

/** Requests, exports and streams that may be under way at once. */
export const AT_ONCE = {
  /** The requests of a session, answered one after the other: its tabs send one. */
  ofSession: 8,
  /** The same of a household, however many devices are signed in. */
  ofHousehold: 24,
  /** The requests with one link. */
  ofLink: 8,
  /** The requests of a household that wait for its pace. */
  waiting: 32,
  /** Exports of all households, each of which has one: its people are in memory during it. */
  exports: 3,
  streamsOfSession: 4,
  streamsOfLink: 4,
  linkStreamsOfHousehold: 20,
  /**
   * Of an IPv4 address or a /64: a provider puts some hundred homes behind one address, few of which follow a visit at a time, and
   * twenty addresses would be needed to take all places. A page without a stream asks now and then.
   */
  linkStreamsOfAddress: 100,
  linkStreams: 2000,
} as const;

/** A family takes two files, now and then; what fails is taken again. */
export const EXPORTS_AN_HOUR = 10;
/** The entries of an account's recent activity. */
export const ACTIVITY_ENTRIES = 200;

/** Requests, in bytes; a longer one is refused unread. */
export const LARGEST_BODY = 64 * 1024;
export const LARGEST_SYNC = 1024 * 1024;
/** A request that takes longer to arrive is aborted, in ms. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** With less room on the disk of the embedded store whoever hosts is warned, in bytes. */
export const LITTLE_DISK = 512 * 1024 * 1024;

/**
 * Refusals to an address while another one asks: so many at once, then one a second; of all addresses that get more one each 25 ms.
 * None waits for longer than ten seconds.
 */
export const REFUSALS = { burst: 10, apart: 1000, interval: 25, longest: 10_000 } as const;
