/** What is written in one kind of mail. */
interface LetterWords {
  subject: string;
  /** What a list of mails shows beside the subject. */
  preheader: string;
  before: readonly string[];
  /** On the link. */
  button: string;
  after: readonly string[];
}

export type LetterName =
  | 'recovery'
  | 'verification'
  | 'newAddress'
  | 'addressChanging'
  | 'passwordChanged'
  | 'waysInChanged';

/** No mail repeats what somebody typed: an account can be made with anybody's address, to have words sent there. */
export interface MailWords {
  hello: string;
  orCopy: string;
  sentBy: string;
  sentByHost: string;
  contact: string;
  letters: Record<LetterName, LetterWords>;
}
