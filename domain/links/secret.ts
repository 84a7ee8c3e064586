/** The letters with which makeId spells the bytes of a link's secret. */
export const LINK_SECRET_LENGTH = 52;

const SECRET = new RegExp(`(?<![0-9a-z])[0-9a-z]{${LINK_SECRET_LENGTH}}(?![0-9a-z])`, 'i');
/** A request of this device with its mailed code, or a mailed secret of an older version, in base64url. */
const BASE64URL = /(?<![\w-])[\w-]{43}(?:\.\d+)?(?![\w-])/;

/**
 * Returns the secret in the fragment of a link; undefined if there is none. Messengers escape a part, write it in capitals, and
 * add signs, invisible marks and parameters.
 */
export function secretIn(fragment: string): string | undefined {
  const text = unescaped(fragment).replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return SECRET.exec(text)?.[0].toLowerCase() ?? BASE64URL.exec(text)?.[0];
}

/** Decodes what was escaped, also more than once; what is no text becomes a space. */
function unescaped(text: string): string {
  return text.replace(/(?:%(?:25)*[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped.replace(/%(?:25)+/g, '%'));
    } catch {
      return ' ';
    }
  });
}

/** A # that was escaped: what follows stands in the path or the query. */
const ESCAPED_LINK = /^([^?%#]*)(\?.*?)?%(?:25)*23(.*)$/s;

/** Returns the address in which a secret follows a # that was escaped; undefined if there is none. */
export function withFragment(address: string): { path: string; query: string; secret: string } | undefined {
  const [, path = '', query = '', rest = ''] = ESCAPED_LINK.exec(address) ?? [];
  const secret = secretIn(rest);
  return secret === undefined ? undefined : { path, query, secret };
}
