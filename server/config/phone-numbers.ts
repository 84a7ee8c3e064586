import { createRequire } from 'node:module';
import type { CountryCode } from 'libphonenumber-js/max';
import { dialable } from '#domain/dialable.ts';
import { fieldProblem, newPhoneSchema } from '#domain/fields.ts';

const require = createRequire(import.meta.url);

/** Loaded at first use; as ES modules it would take 9 MB more. */
export const phoneNumbers = () => require('libphonenumber-js/max') as typeof import('libphonenumber-js/max');

/** Undefined if the E.164 form is not certain. */
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
