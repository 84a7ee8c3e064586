/** The texts of one mail template. */
interface TemplateTexts {
  subject: string;
  /** Shown beside the subject in the list of mails. */
  preheader: string;
  before: readonly string[];
  /** The label of the link. */
  button: string;
  after: readonly string[];
}

export type MailTemplate =
  | 'recovery'
  | 'verification'
  | 'newAddress'
  | 'addressChanging'
  | 'passwordChanged'
  | 'signInMethodsChanged';

/** The texts of all mails. None contains user input, because anybody can register another person's address (spam). */
export interface MailTranslation {
  hello: string;
  orCopy: string;
  sentBy: string;
  sentByHost: string;
  contact: string;
  templates: Record<MailTemplate, TemplateTexts>;
}
