import { createRequire } from 'node:module';
import type { CountryCode } from 'libphonenumber-js/max';
import { dialable } from '#domain/dialable.ts';
import { fieldProblem, newPhoneSchema } from '#domain/fields.ts';

const require = createRequire(import.meta.url);

/** Loads the library of phone numbers at its first use; most starts need none of it. As ES modules it takes 9 MB more than so. */
export const phoneNumbers = () => require('libphonenumber-js/max') as typeof import('libphonenumber-js/max');

/** Returns a formatter of typed phone numbers: their E.164 form, or undefined if it is not certain. */
export function createE164Formatter(defaultCountry: CountryCode): (typed: string) => string | undefined {
  return (typed) => {
    if (fieldProblem(newPhoneSchema, typed) !== undefined) return undefined;
    const number = phoneNumbers().parsePhoneNumberFromString(dialable(typed), {
      defaultCountry,
      extract: false,
    });
    return number?.isValid() ? number.number : undefined;
  };
}
