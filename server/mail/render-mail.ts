import type { Language } from '#domain/language.ts';
import type { Mail } from './mailer.ts';
import type { MailTemplate, MailTranslation } from './translation.ts';
import { en } from './translations-en.ts';
import { sv } from './translations-sv.ts';

export interface Sender {
  /** Like https://framme.example.org. */
  origin: string;
  hostName: string | undefined;
  hostContact: string | undefined;
}

interface Target {
  link: string;
  code?: string | undefined;
}

/** Without external resources. */
export function renderMail(
  name: MailTemplate,
  language: Language,
  { link, code }: Target,
  sender: Sender,
): Omit<Mail, 'to'> {
  const { hello, orCode, orRecoveryCode, orCopy, templates, ...usual } = mailTranslations[language];
  const { subject, preheader, happened, ifYou = usual.ifYou, button = usual.open, after } = templates[name];
  const byCode = name === 'recovery' ? orRecoveryCode : orCode;
  const before = [hello, happened, ...(ifYou === null ? [] : [ifYou])];
  const behind = [...(code === undefined ? [] : [byCode.replace('{{code}}', inGroups(code))]), after];
  const signature = signatureOf(language, sender);
  const text = [...before, `${button}:\n${link}`, ...behind, `-- \n${signature.join('\n')}`];
  const html = [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="${BODY}"><div style="display:none">${escaped(preheader)}</div>`,
    ...before.map(paragraph),
    `<p><a href="${escaped(link)}" style="${BUTTON}">${escaped(button)}</a></p>`,
    ...behind.map(paragraph),
    `<p style="${SMALL}">${escaped(orCopy)}<br>${escaped(link)}</p>`,
    `<p style="${SMALL}">${signature.map(escaped).join('<br>')}</p></body></html>`,
  ];
  return { subject, text: text.join('\n\n'), html: html.join('\n') };
}

// Inline, because mail programs load no style sheets.
const BODY =
  'margin:0 auto;max-width:32rem;padding:24px;font:16px/1.5 sans-serif;color:#1b2430;background:#fff';
const BUTTON =
  'display:inline-block;padding:14px 20px;border-radius:10px;background:#0b5c4b;color:#fff;text-decoration:none';
const SMALL = 'font-size:14px;color:#5d6673;overflow-wrap:anywhere';

/** U+00A0 keeps the groups on one line. */
function inGroups(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&\u00a0');
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

function signatureOf(language: Language, { origin, hostName, hostContact }: Sender): string[] {
  const { sentBy, sentByHost, contact } = mailTranslations[language];
  const place = new URL(origin).host;
  const lines = hostName === undefined ? [sentBy] : [sentByHost];
  if (hostContact !== undefined) lines.push(contact);
  const values: Record<string, string | undefined> = { place, host: hostName, contact: hostContact };
  return lines.map((line) => line.replaceAll(/\{\{(\w+)\}\}/g, (_all, key: string) => values[key] ?? ''));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

export const mailTranslations: Record<Language, MailTranslation> = { sv, en };
