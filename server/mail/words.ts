import type { Language } from '#domain/fields.ts';
import type { MailWords } from './letter-words.ts';
import { en } from './words-en.ts';
import { sv } from './words-sv.ts';

export const mailWords: Record<Language, MailWords> = { sv, en };
