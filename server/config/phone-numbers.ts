import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Loads the library of phone numbers at its first use; most starts need none of it. As ES modules it takes 9 MB more than so. */
export const phoneNumbers = () => require('libphonenumber-js/max') as typeof import('libphonenumber-js/max');
