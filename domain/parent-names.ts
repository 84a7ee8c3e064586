import type { Id } from './ids.ts';

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

/** Folds what is read aloud alike. */
function heard(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
