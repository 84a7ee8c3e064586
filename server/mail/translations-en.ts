import { INVITATION_HOURS, MAIL_LINK_HOURS, RECOVERY_MINUTES, type UNDO_EMAIL_DAYS } from '#domain/limits.ts';
import type { English } from '#domain/number-words.ts';
import type { MailTemplate, MailTranslation, TemplateTexts } from './translation.ts';

const LOOK = {
  preheader: 'Wasn’t it you? Check your account now.',
  button: 'Check the account',
  after:
    'Wasn’t it you? Change your password, check your sign-in methods and passkeys, and sign out the other devices.',
};

const templates: Record<MailTemplate, TemplateTexts> = {
  recovery: {
    subject: 'Choose a new password in Framme',
    preheader: `The link works once, within ${RECOVERY_MINUTES} minutes.`,
    happened: 'Somebody has asked for a new password for the account with this email address.',
    ifYou: `Was it you? Open the link and choose a new password. The link works once, within ${RECOVERY_MINUTES} minutes.`,
    button: 'Choose a new password',
    after:
      'Wasn’t it you? Then there is nothing to do. The password stays as it is until somebody uses the link.',
  },
  verification: {
    subject: 'Confirm your email address in Framme',
    preheader: `Then we know that email to it reaches you. The link works for ${MAIL_LINK_HOURS} hours.`,
    happened: 'An account in Framme has this email address.',
    ifYou: `Is the account yours? Confirm the address, so that we know that email to it reaches you. The link works for ${MAIL_LINK_HOURS} hours.`,
    button: 'Confirm the address',
    after: 'Is the account not yours? Do not use the link. Then the address stays unconfirmed.',
  },
  newAddress: {
    subject: 'Confirm your new email address in Framme',
    preheader: `It changes when you have confirmed. The link works for ${MAIL_LINK_HOURS} hours.`,
    happened: 'Somebody wants to use this email address for their account in Framme.',
    ifYou: `Was it you? Open the link where you are signed in and confirm the address, and we change to it. The link works for ${MAIL_LINK_HOURS} hours.`,
    button: 'Change to this address',
    after: 'Wasn’t it you? Do not use the link. Then nothing changes.',
  },
  addressChanging: {
    subject: 'The email address of your account in Framme is about to change',
    preheader: 'Wasn’t it you? Change your password now.',
    happened:
      'Somebody who is signed in to your account has asked to change its email address. It changes when the new address is confirmed.',
    ifYou: 'Was it you? Then there is nothing to do here.',
    after:
      'Wasn’t it you? Open Framme, change your password and sign out your other devices. That calls the change off.',
  },
  addressChanged: {
    subject: 'The email address of your account in Framme has changed',
    preheader: `Wasn’t it you? Undo the change within ${'seven' satisfies English[typeof UNDO_EMAIL_DAYS]} days.`,
    happened:
      'Your account has changed to another email address. From now on, email about the account goes there.',
    button: 'Undo the change',
    after: `Wasn’t it you? Undo the change within ${'seven' satisfies English[typeof UNDO_EMAIL_DAYS]} days. You need a password that the account had in the ${'seven' satisfies English[typeof UNDO_EMAIL_DAYS]} days before the change, or to be signed in, and then you choose a new password. All devices are signed out. The ways to sign in that were added after the change are removed, and you choose which of the others stay. Until then nobody else can get this address.`,
  },
  unverifiedAddressChanged: {
    subject: 'An account in Framme no longer has this email address',
    preheader: 'The address was never confirmed.',
    happened:
      'An account that had this email address has changed to another one. The address had not been confirmed.',
    after: 'Is the account yours, and wasn’t it you? Then whoever runs the service can help you.',
  },
  addressRestored: {
    subject: 'The change of email address in Framme is undone',
    preheader: 'The account has its former address again.',
    happened: 'The account no longer has this email address: it has its former address again.',
    after: 'Is the account yours, and wasn’t it you? Then whoever runs the service can help you.',
  },
  passwordChanged: {
    subject: 'The password of your account in Framme has changed',
    preheader: 'Wasn’t it you? Choose a new password now.',
    happened: 'The password of your account has been changed, and the other devices are signed out.',
    after: 'Wasn’t it you? Open Framme, choose “Forgot your password?” and choose a new password.',
  },
  signInMethodsChanged: {
    subject: 'The ways to sign in to your account in Framme have changed',
    happened:
      'Somebody who is signed in to your account has added a passkey or another service, or created new recovery codes.',
    ...LOOK,
    after:
      'Wasn’t it you? Open the account, remove what you do not recognise, create new recovery codes if you have any, and change your password.',
  },
  passkeyRemoved: {
    subject: 'A passkey was removed from your account in Framme',
    happened:
      'Somebody who is signed in to your account has removed a passkey. It can no longer be used to sign in.',
    ...LOOK,
  },
  providerDisconnected: {
    subject: 'A service was disconnected from your account in Framme',
    happened:
      'Somebody who is signed in to your account has disconnected a service that could be used to sign in.',
    ...LOOK,
  },
  passkeyRequired: {
    subject: 'Your account in Framme now requires a passkey',
    happened:
      'Somebody who is signed in to your account has turned on that a passkey is required. The other devices are signed out, and the password alone is no longer enough.',
    ...LOOK,
  },
  passkeyNotRequired: {
    subject: 'Your account in Framme no longer requires a passkey',
    happened:
      'Somebody who is signed in to your account has turned off that a passkey is required. The password, or the email, is now enough to sign in.',
    ...LOOK,
  },
  parentInvited: {
    subject: 'Another parent has invited somebody to your family in Framme',
    preheader: 'Don’t you know about it? Cancel the invitation.',
    happened: `Another parent of your family in Framme has invited a new parent. The invitation works for ${INVITATION_HOURS} hours, and nobody joins by it before the parent who invited has said yes.`,
    ifYou: 'Do you know about it? Then there is nothing to do.',
    button: 'See the parents',
    after:
      'Don’t you know about it? Ask the other parent. You can cancel the invitation yourself in the profile.',
  },
  familyInvited: {
    subject: 'You have invited a parent to your family in Framme',
    preheader: 'Wasn’t it you? Cancel the invitation now.',
    happened: `Somebody who is signed in to your account has invited a new parent to your family in Framme. The invitation works for ${INVITATION_HOURS} hours, and nobody joins by it before you have said yes.`,
    button: 'See the parents',
    after:
      'Wasn’t it you? Open the profile and cancel the invitation. Then change your password and sign out the other devices.',
  },
  parentJoined: {
    subject: 'A parent has joined your family in Framme',
    preheader: 'You now share everything.',
    happened: 'A parent who was invited has joined your family in Framme. You now share everything.',
    ifYou: 'Is that right? Then there is nothing to do.',
    button: 'See the parents',
    after:
      'Is it wrong? Open the profile and remove the parent from the family. Then change your password and sign out the other devices.',
  },
  familyJoined: {
    subject: 'You are now a parent in another family in Framme',
    preheader: 'Wasn’t it you? Check your account now.',
    happened: 'Your account has joined another family in Framme, and your other devices are signed out.',
    button: 'See the parents',
    after:
      'Wasn’t it you? Leave the family in the profile, change your password, check your sign-in methods and passkeys, and sign out the other devices.',
  },
  familyRestored: {
    subject: 'Check who is a parent in your family in Framme',
    preheader: 'Framme was restored from a backup.',
    happened:
      'Framme was restored from a backup. A parent who left your family, or was removed from it, after the backup was made is in it again and sees what you write.',
    ifYou: null,
    button: 'See the parents',
    after:
      'Is somebody in it who should not be? Remove that parent from the family in the profile. If not, there is nothing to do.',
  },
  parentLeft: {
    subject: 'A parent is no longer in your family in Framme',
    preheader: 'What you had together stays.',
    happened:
      'A parent has left your family in Framme, or was removed from it. Children, people and visits stay with you.',
    ifYou: null,
    button: 'See the parents',
    after:
      'Whoever went may have got a copy of everything as it was then. What you write from now on is seen only by those who stay.',
  },
  familyLeft: {
    subject: 'You are no longer in your family in Framme',
    preheader: 'You have a copy of everything.',
    happened:
      'Your account is no longer in the family in Framme: you left it, or another parent removed you. You have a copy of your own of children, people and visits as they were then.',
    ifYou: null,
    after:
      'What the others write from now on you do not see, and they do not see what you write. Were you signed out? Sign in again as usual.',
  },
  familyLeftEmpty: {
    subject: 'You have left your family in Framme',
    preheader: 'You have started over, without a copy.',
    happened:
      'Your account has left the family in Framme without a copy, and your other devices are signed out.',
    after: 'Wasn’t it you? Change your password, and ask a parent who stayed to invite you again.',
  },
};

export const en: MailTranslation = {
  hello: 'Hello,',
  orCode:
    'Are you signed in to Framme? Then you can enter the code {{code}} under Profile, Signing in, instead.',
  orRecoveryCode:
    'Or enter the code {{code}} where you asked for it, for example in the installed app. Don’t share it with anyone: whoever has the code can take over the account.',
  ifYou: 'Was it you? Then there is nothing to do.',
  open: 'Open Framme',
  orCopy: 'Does the button not work? Copy this address into your browser:',
  sentBy: 'This email comes from Framme at {{place}}.',
  sentByHost: 'This email comes from Framme at {{place}}, which is run by {{host}}.',
  contact: 'Contact: {{contact}}',
  templates,
};
