import type { ParentNotice, TemplateTexts } from './translation.ts';

/** The mails about the parents of a household. */
export const enParents: Record<ParentNotice, TemplateTexts> = {
  parentInvited: {
    subject: 'Another parent has invited somebody to your family in Framme',
    preheader: 'Don’t you know about it? Cancel the invitation.',
    before: [
      'Another parent of your family in Framme has invited a new parent. The invitation works for 48 hours, and nobody joins by it before the parent who invited has let them in.',
      'Do you know about it? Then there is nothing to do.',
    ],
    button: 'See the parents',
    after: [
      'Don’t you know about it? Ask the other parent. You can cancel the invitation yourself in the profile.',
    ],
  },
  familyInvited: {
    subject: 'You have invited a parent to your family in Framme',
    preheader: 'Wasn’t it you? Cancel the invitation now.',
    before: [
      'Somebody who is signed in to your account has invited a new parent to your family in Framme. The invitation works for 48 hours, and nobody joins by it before you have let them in.',
      'Was it you? Then there is nothing to do.',
    ],
    button: 'See the parents',
    after: [
      'Wasn’t it you? Open the profile and cancel the invitation. Then change your password and sign out the other devices.',
    ],
  },
  parentJoined: {
    subject: 'A parent has joined your family in Framme',
    preheader: 'You now see and do the same.',
    before: [
      'A parent who had been invited and approved has joined your family in Framme. You now see and do the same.',
      'Is that right? Then there is nothing to do.',
    ],
    button: 'See the parents',
    after: [
      'Is it wrong? Open the profile and remove the parent from the family. Then change your password and sign out the other devices.',
    ],
  },
  familyJoined: {
    subject: 'You are now a parent in another family in Framme',
    preheader: 'Wasn’t it you? Check your account now.',
    before: [
      'Your account has joined another family in Framme, and your other devices are signed out.',
      'Was it you? Then there is nothing to do.',
    ],
    button: 'See the parents',
    after: [
      'Wasn’t it you? Leave the family in the profile, change your password, check your sign-in methods and passkeys, and sign out the other devices.',
    ],
  },
  parentLeft: {
    subject: 'A parent is no longer in your family in Framme',
    preheader: 'What you had together stays.',
    before: [
      'A parent has left your family in Framme, or was removed from it. Children, people and visits stay with you.',
    ],
    button: 'See the parents',
    after: [
      'Whoever went may have got a copy of everything as it was then. What you write from now on is seen only by those who stay.',
    ],
  },
  familyLeft: {
    subject: 'You are no longer in your family in Framme',
    preheader: 'You have a copy of everything.',
    before: [
      'Your account is no longer in the family in Framme: you left it, or another parent removed you. You have a copy of your own of children, people and visits as they were then.',
    ],
    button: 'Open Framme',
    after: [
      'What the others write from now on you do not see, and they do not see what you write. Were you signed out? Sign in again as usual.',
    ],
  },
  familyLeftEmpty: {
    subject: 'You have left your family in Framme',
    preheader: 'You have started anew, without a copy.',
    before: [
      'Your account has left the family in Framme without a copy, and your other devices are signed out.',
      'Was it you? Then there is nothing to do.',
    ],
    button: 'Open Framme',
    after: ['Wasn’t it you? Change your password, and ask a parent who stayed to invite you again.'],
  },
};
