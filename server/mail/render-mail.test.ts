import { expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES } from '#domain/language.ts';
import { mailTranslations, renderMail } from './render-mail.ts';
import type { MailTemplate } from './translation.ts';

const sender = {
  origin: 'https://framme.example.org',
  hostName: 'Ängens förening',
  hostContact: 'anna@example.org',
};
const link = 'https://framme.example.org/recover#secret';

test('a mail has the instructions, the link and the host, as text and HTML', () => {
  const { subject, text, html } = renderMail('recovery', 'sv', { link }, sender);
  expect(subject).toBe('Välj ett nytt lösenord i Framme');
  for (const form of [text, html]) {
    expect(form).toContain(link);
    expect(form).toContain('60 minuter');
    expect(form).toContain('Framme på framme.example.org, som drivs av Ängens förening.');
    expect(form).toContain('Kontakt: anna@example.org');
  }
  expect(html).toContain('<html lang="sv">');
  const english = renderMail('recovery', 'en', { link }, sender);
  expect(english.text).toContain('which is run by Ängens förening');
  expect(english.html).toContain('<html lang="en">');
  const nobody = { ...sender, hostName: undefined, hostContact: undefined };
  const { text: unsigned } = renderMail('verification', 'en', { link }, nobody);
  expect(unsigned).toContain('-- \nThis email comes from Framme at framme.example.org.');
});

test('a name with HTML or a placeholder is shown as text and loads nothing', () => {
  const evil = `<img src=x onerror="alert(1)">&'{{place}}`;
  const { html, text } = renderMail('recovery', 'en', { link }, { ...sender, hostName: evil });
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;{{place}}');
  expect(text).toContain(evil);
  expect(html).not.toMatch(/\bsrc=(?!x )|url\(|<link|<script|@import/);
});

test('both languages have every mail template, with different subjects', () => {
  const templates = LANGUAGES.map((language) => mailTranslations[language].templates);
  const names = Object.keys(mailTranslations[DEFAULT_LANGUAGE].templates) as MailTemplate[];
  for (const translated of templates) expect(Object.keys(translated)).toEqual(names);
  for (const name of names) {
    const subjects = templates.map((translated) => translated[name].subject);
    expect(new Set(subjects).size).toBe(LANGUAGES.length);
    for (const subject of subjects) expect(subject).not.toMatch(/[\r\n]/);
  }
});
