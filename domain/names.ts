import type { Id } from './ids.ts';

/** Returns the first word of a typed name; skips a symbol before it, "🦄 Ella", unless there is nothing else. */
export function firstName(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const first = words.find((word) => /[\p{L}\p{N}]/u.test(word)) ?? words[0] ?? '';
  return first.replace(/(?<=.)[,;:]+$/u, '');
}

/** Whatever names a parent of a household. */
export interface NamedParent {
  uid: Id;
  firstName: string;
  lastName: string;
  email: string;
}

/**
 * Returns the names of a household's parents, by uid, each as short as tells them apart: the first name, the whole name, the whole
 * name with as much of the e-mail address as is needed. `least` "whole" begins with the whole name.
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

/** True if two names begin with one first name: "ella" was corrected to "Ella". */
export function isSameFirstName(name: string, other: string): boolean {
  return heard(firstName(name)) === heard(firstName(other));
}

/** Folds what is read aloud alike. */
function heard(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Masks an address for a page without a session, or a device's list of accounts: 'a…@e….se' for 'astrid@example.se'. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const labels = email.slice(at + 1).split('.');
  const top = labels.length > 1 ? `.${labels.at(-1)}` : '';
  return `${first(email.slice(0, at))}…@${first(labels[0])}…${top}`;
}

function first(text: string | undefined): string {
  return [...(text ?? '')][0] ?? '';
}
