import type { NamedLink } from '#domain/pages/site-info.ts';
import type { Problem } from './settings.ts';

const LONGEST_NAME = 80;
const MOST_LINKS = 3;
/** Without characters that mean more behind `mailto:`. */
const MAIL = /^[^\s@<>",;:?#%/()[\]\\=]+@[^\s@<>",;:?#%/[\]]+\.[^\s@<>",;:?#%/[\].]+$/;

export function readHostName(text: string): string | undefined | Problem {
  if (text === '') return undefined;
  const isName = text.length <= LONGEST_NAME && text.isWellFormed() && !/\p{Cc}/u.test(text);
  return isName ? text : { problem: `must be a name of at most ${LONGEST_NAME} characters in one line` };
}

export function readHostContact(text: string): string | undefined | Problem {
  if (text === '') return undefined;
  const address = text.replace(/^mailto:/i, '');
  if (MAIL.test(address) && address.length <= 254) return address;
  return (
    webAddress(text) ?? {
      problem:
        'must be an e-mail address like anna@example.org, or a web address like https://example.org/kontakt',
    }
  );
}

/** `Name=https://…`, separated by commas. */
export function readSocialLinks(text: string): NamedLink[] | Problem {
  if (text === '') return [];
  const links = text.split(',').map(readLink);
  const isFine = links.length <= MOST_LINKS && links.every((link) => link !== undefined);
  if (isFine) return links;
  return {
    problem: `must be up to ${MOST_LINKS} links like "Mastodon=https://example.social/@framme", separated by commas`,
  };
}

function readLink(text: string): NamedLink | undefined {
  const [, given = '', address = ''] = /^([^=]+)=(.+)$/.exec(text.trim()) ?? [];
  const name = readHostName(given.trim());
  const href = webAddress(address.trim());
  return typeof name === 'string' && href !== undefined ? { name, href } : undefined;
}

function webAddress(text: string): string | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && !url.username && !url.password ? url.href : undefined;
}
