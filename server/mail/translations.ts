import type { Language } from '#domain/language.ts';
import type { MailTranslation } from './translation.ts';
import { en } from './translations-en.ts';
import { sv } from './translations-sv.ts';

export const mailTranslations: Record<Language, MailTranslation> = { sv, en };
