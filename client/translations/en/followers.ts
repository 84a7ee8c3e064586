import type { Translated } from '#client/translations/parts.ts';
import type * as sv from '#client/translations/sv/followers.ts';
import { MAX_FOLLOWERS } from '#domain/limits.ts';

export const followers = {
  question: {
    one: '{{parents}} wants to see when {{name}} arrives, is here and goes home, every time, until somebody ends it.',
    other:
      '{{parents}} want to see when {{name}} arrives, is here and goes home, every time, until somebody ends it.',
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
  endText: '{{parents}} will see nothing more about {{name}}. This needs the network.',
  ended: 'They no longer follow {{name}}.',
  guest:
    'Nobody yet. If the other family should see when {{name}} is here, send a link with Tell. They press Follow, and you say yes. The user id opens nothing.',
} as const satisfies Translated<typeof sv.followers>;
