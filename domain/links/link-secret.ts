/** In letters: LINK_SECRET_BYTES as makeId spells them. */
export const LINK_SECRET_LENGTH = 52;

const SECRET = new RegExp(`(?<![0-9a-z])[0-9a-z]{${LINK_SECRET_LENGTH}}(?![0-9a-z])`, 'i');
/** A recovery request with its mailed code, or a mailed secret of an older version, in base64url. */
const BASE64URL = /(?<![\w-])[\w-]{43}(?:\.\d+)?(?![\w-])/;

/** Messengers escape a part, capitalise it, and add signs, invisible marks and parameters. */
export function secretIn(fragment: string): string | undefined {
  const text = unescaped(fragment).replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return SECRET.exec(text)?.[0].toLowerCase() ?? BASE64URL.exec(text)?.[0];
}

/** Decodes repeated escapes too; invalid UTF-8 becomes a space. */
function unescaped(text: string): string {
  return text.replace(/(?:%(?:25)*[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped.replace(/%(?:25)+/g, '%'));
    } catch {
      return ' ';
    }
  });
}

/** An escaped #: the secret after it is in the path or the query. */
const ESCAPED_LINK = /^([^?%#]*)(\?.*?)?%(?:25)*23(.*)$/s;

export function withFragment(address: string): { path: string; query: string; secret: string } | undefined {
  const [, path = '', query = '', rest = ''] = ESCAPED_LINK.exec(address) ?? [];
  const secret = secretIn(rest);
  return secret === undefined ? undefined : { path, query, secret };
}
