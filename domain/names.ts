import type { Id } from './ids.ts';
import type { Language } from './language.ts';

/** Skips symbols before the name, as in "🦄 Ella", unless there is nothing else. */
export function firstName(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const first = words.find((word) => /[\p{L}\p{N}]/u.test(word)) ?? words[0] ?? '';
  return first.replace(/(?<=.)[,;:]+$/u, '');
}

export interface NamedParent {
  uid: Id;
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * The shortest form that tells parents apart: first name, whole name, or with the e-mail address. `least`:
 * the shortest allowed.
 */
export function parentNames(
  parents: readonly NamedParent[],
  least: 'first' | 'whole' = 'first',
): Map<Id, string> {
  const formsOf = ({ firstName, lastName, email }: NamedParent) => {
    const whole = `${firstName} ${lastName}`;
    return [firstName, whole, `${whole} (${email.replace(/@[^@]*$/, '')})`, `${whole} (${email})`];
  };
  const nameOf = (parent: NamedParent) => {
    const others = new Set(
      parents
        .filter(({ uid }) => uid !== parent.uid)
        .flatMap(formsOf)
        .map(heard),
    );
    const forms = formsOf(parent).slice(least === 'whole' ? 1 : 0);
    return forms.find((form) => !others.has(heard(form))) ?? (forms.at(-1) as string);
  };
  return new Map(parents.map((parent) => [parent.uid, nameOf(parent)]));
}

export function isSameFirstName(name: string, other: string): boolean {
  return heard(firstName(name)) === heard(firstName(other));
}

/** Folds case and composition, which cannot be heard. */
function heard(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** For pages without a session, and a device's list of accounts: 'astrid@example.se' becomes 'a…@e….se'. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const labels = email.slice(at + 1).split('.');
  const top = labels.length > 1 ? `.${labels.at(-1)}` : '';
  return `${first(email.slice(0, at))}…@${first(labels[0])}…${top}`;
}

function first(text: string | undefined): string {
  return [...(text ?? '')][0] ?? '';
}

const GENITIVES: Record<Language, (name: string) => string> = {
  // A name that ends in an s sound gets nothing: Lukas, Max, Fritz.
  sv: (name) => (/[sxz]$/i.test(name) ? name : `${name}s`),
  en: (name) => `${name}’s`,
};

export function genitive(language: Language, name: string): string {
  return GENITIVES[language](name);
}
