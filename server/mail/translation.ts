/** The texts of one mail template. */
export interface TemplateTexts {
  subject: string;
  /** Shown beside the subject in the list of mails. */
  preheader: string;
  happened: string;
  /** For somebody who did it, or expects it. */
  ifYou?: string;
  /** The label of the link. */
  button: string;
  /** For somebody who did not. */
  after: string;
}

/** The mails about sign-in methods. */
export type MethodNotice =
  | 'signInMethodsChanged'
  | 'passkeyRemoved'
  | 'providerDisconnected'
  | 'passkeyRequired'
  | 'passkeyNotRequired';

/** The mails about the parents of a household: to those who stay, and to whoever invites, comes or goes. */
export type ParentNotice =
  | 'parentInvited'
  | 'familyInvited'
  | 'parentJoined'
  | 'familyJoined'
  | 'parentLeft'
  | 'familyLeft'
  | 'familyLeftEmpty';

export type MailTemplate =
  | MethodNotice
  | ParentNotice
  | 'familyRestored'
  | 'addressChanging'
  | 'addressChanged'
  | 'unverifiedAddressChanged'
  | 'addressRestored'
  | 'passwordChanged'
  | 'recovery'
  | 'verification'
  | 'newAddress';

/** The texts of all mails. None contains user input, because anybody can register another person's address (spam). */
export interface MailTranslation {
  hello: string;
  /** Follows the button of a mail whose link has a code too. */
  orCode: string;
  /** As `orCode`, in the mail about a forgotten password. */
  orRecoveryCode: string;
  orCopy: string;
  sentBy: string;
  sentByHost: string;
  contact: string;
  templates: Record<MailTemplate, TemplateTexts>;
}
