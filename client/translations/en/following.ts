import { en as visit } from '#client/shared-visit/texts/en.ts';
import type * as sv from '#client/translations/sv/following.ts';
import type { Translated } from '#client/translations/translations.ts';
import { MAX_ASKING, MAX_FOLLOWED, MAX_FOLLOWERS, QUESTION_DAYS } from '#domain/limits.ts';

export const following = {
  heading: 'With others',
  here: '{{name}} has been with {{child}} since {{time}}',
  asOf: 'As of {{time}}',
  away: 'Not with {{child}} now.',
  hidden: 'Nothing is shown right now.',
  since: 'You’ve been following since {{date}}.',
  answer: 'Reply',
  end: 'End',
  whom: '{{name}} with {{child}}',
  endNamed: 'Stop following {{whom}}',
  asked: 'Sent. Waiting for an answer.',
  askedAt: 'Sent {{time}}.',
  takeBack: 'Take back',
  note: 'The family that {{name}} is with sees your reply.',
  ask: {
    label: 'The link, or the whole message',
    hint: `The other family sees the name and email address of each parent in your family, and says yes or no. If they don’t answer within ${QUESTION_DAYS} days, the question disappears.`,
    submit: 'Ask',
    missing: 'Paste the link you got.',
    noLink: 'There is no link to a visit here. Copy the whole link from the message you got, and paste it.',
    done: 'Sent. You’ll see the answer under With others on the dashboard.',
  },
  confirm: {
    endTitle: 'Stop following {{whom}}?',
    endText:
      'You will no longer see when {{name}} arrives, is there and goes home. The other family is not told. To follow again you need a new link and a new yes.',
    takeBackTitle: 'Take the question back?',
    takeBackText: 'The other family no longer sees it. They are not told.',
    network: 'This needs an internet connection.',
    ended: 'You no longer follow {{whom}}.',
    takenBack: 'The question was taken back.',
  },
  failures: {
    expired:
      'The link shows nothing. It may be too old, stopped, your own, or from another server. Ask for a new one.',
    limit: `The limit is reached: you can follow at most ${MAX_FOLLOWED} children, and at most ${MAX_FOLLOWERS} families can follow the same child and ${MAX_ASKING} wait for an answer.`,
    later: 'Too many attempts. Nothing has changed. Try again {{time}}.',
  },
  coming: {
    onTheWay: 'On the way since {{since}}\u00a0· expected\u00a0{{due}}',
    late: 'Was expected {{due}}. No check-in has reached Framme.',
    expected: 'Expected {{due}}',
    expectedOn: 'Expected {{day}} at {{due}}',
    expectedAt: 'Expected {{day}} {{due}} with {{child}}',
    today: 'today',
    tomorrow: 'tomorrow',
    goes: 'Goes there',
    goesNow: 'Leaves now',
    within: 'Leaves now, expected in',
    another: 'Another time',
    goesUntil: 'Leaves now, expected {{time}}',
    comes: 'Coming {{day}} {{time}}',
    notTold:
      'There is no contact with the server, so the other family knows nothing of this. Call or write to them.',
    checkedIn: '{{name}} is already checked in with {{child}}.',
  },
  visit,
} as const satisfies Translated<typeof sv.following>;

export const followers = {
  question: {
    one: '{{parents}} wants to follow {{whose}} visits to you. You can end it at any time.',
    other: '{{parents}} want to follow {{whose}} visits to you. You can end it at any time.',
  },
  verified: '{{parents}}: {{email}}, verified address. Account since {{date}}.',
  notVerified: '{{parents}}: {{email}}, not verified. Account since {{date}}.',
  byLink: 'They asked with the link you sent {{time}}.',
  callFirst: 'Not sure who they are? Call before you answer.',
  yes: 'Yes',
  no: 'No',
  renamed: 'They followed {{was}}. Now it says {{name}} here, so they see nothing until you answer.',
  restored: 'They followed {{name}} before. The server was restored, so they see nothing until you answer.',
  saidYes: 'They may see when {{name}} arrives and leaves.',
  saidNo: 'They see nothing about {{name}}.',
  failed: {
    offline: 'It didn’t get through. Try again in a while.',
    full: `${MAX_FOLLOWERS} families already follow {{name}}. End one of them first.`,
    server: 'The server didn’t take it. Try again in a while.',
  },
  gone: 'It has ended already.',
  title: 'Who follows {{name}}',
  followedBy: 'Followed by {{parents}} since {{date}}',
  end: 'End',
  endTitle: 'Do you want to end it?',
  endText: '{{parents}} will see nothing more about {{name}}. This needs an internet connection.',
  ended: 'They no longer follow {{name}}.',
  guest:
    'Nobody yet. Want the other family to see when {{name}} is here? Send a link with Message. They press Follow, and you say yes. The user id shows them nothing.',
} as const satisfies Translated<typeof sv.followers>;
