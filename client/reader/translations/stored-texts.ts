import type { Language } from '#domain/language.ts';
import { en } from './en-stored.ts';
import { type StoredTexts, sv } from './sv-stored.ts';

/** The texts of what is stored, by language. */
export const STORED_TEXTS: Record<Language, StoredTexts> = { sv, en };
