import type { ownData as swedish } from '#client/translations/sv/own-data.ts';
import type { Translated } from '#client/translations/translated.ts';

export const ownData = {
  take: {
    title: 'Your data',
    lead: 'Everything that is kept about your family, except what proves who you are, can be downloaded to this device. The files are not locked, so keep them where only you can open them.',
    everything: 'Download everything',
    everythingHint:
      'Profile, children, friends, guests, visits and sign-ins. A JSON file that programs can read.',
    visits: 'Download the visits',
    visitsHint: 'A table (CSV) for Excel, Numbers or Sheets, for example.',
    progress: 'Downloading … {{size}}',
    done: 'The file {{file}} is downloaded.',
    busy: 'The server is making other files just now, or somebody in your family is downloading one already. Try again in a moment.',
    offline: 'The file could not be downloaded. Check the network and try again.',
  },
  keep: {
    title: 'How long visits are kept',
    lead: 'Visits that are over are deleted when the time has passed. Somebody who is still here shows as long as the visit lasts.',
    label: 'Visits are kept',
    days_30: 'for 30 days',
    days_90: 'for 90 days',
    days_365: 'for a year',
    days_forever: 'forever',
    save: 'Save',
    saved: 'Saved.',
    failed: 'The choice could not be saved on this device. Try again.',
    confirmTitle: 'Delete older visits?',
    consequence: {
      one: '{{number}} visit is older than that and is deleted now. This cannot be undone.',
      other: '{{number}} visits are older than that and are deleted now. This cannot be undone.',
    },
    mayBeMore: 'Not all visits have come to this device yet, so there may be more.',
    confirm: 'Save and delete',
  },
  delete: {
    title: 'Delete the account',
    lead: 'The account is deleted, and everything that belongs to the family if no other parent stays in it. On the server nobody can see it from that moment on, and on your devices it goes when they reach the server.',
    open: 'Delete the account',
    confirmTitle: 'Delete the account and everything in it?',
    consequence:
      'If you are the only parent, children, friends, guests and the whole history are deleted, and waiting notifications are not sent. If there are others, the family stays with them. All your devices are signed out, and cleared when they reach the server. This cannot be undone.',
    takeFirst: 'Do you want to keep anything? Close this and download your data first.',
    unsent: {
      one: '{{count}} change has not been sent from this device and is lost.',
      other: '{{count}} changes have not been sent from this device and are lost.',
    },
    confirm: 'Delete everything',
    goneTitle: 'The account is deleted',
    gone: 'The account is deleted, and everything that belonged to the family if no other parent stays. This device has been cleared.',
    goneClose: 'Close',
  },
} as const satisfies Translated<typeof swedish>;
