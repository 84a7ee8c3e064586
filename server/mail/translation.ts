/** Without `ifYou` or `button` the translation's own. */
export interface TemplateTexts {
  subject: string;
  /** Beside the subject in the list of mails. */
  preheader: string;
  happened: string;
  /** For somebody who did it, or expects it; null if nobody did. */
  ifYou?: string | null;
  button?: string;
  /** For somebody who did not. */
  after: string;
}

export type MethodNotice =
  | 'signInMethodsChanged'
  | 'passkeyRemoved'
  | 'providerDisconnected'
  | 'passkeyRequired'
  | 'passkeyNotRequired';

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

/** No user input, since anybody can register another person's address (spam). */
export interface MailTranslation {
  hello: string;
  /** Follows the button if the link has a code. */
  orCode: string;
  /** For a forgotten password. */
  orRecoveryCode: string;
  ifYou: string;
  open: string;
  orCopy: string;
  sentBy: string;
  sentByHost: string;
  contact: string;
  templates: Record<MailTemplate, TemplateTexts>;
}
