import { schemaNames } from '../schema/migrations.ts';

/** Kinds that run nothing of the dump: who may read, words, and what the administrator installed. */
const HARMLESS = ['ACL', 'COMMENT', 'EXTENSION'];
/** Names that PostgreSQL gives to the constraints of a table. */
const MADE = /^\w+_(?:pkey|key|fkey)\d*$/;

/**
 * Returns a sentence for each part of a dump that no schema of Framme has, by what `pg_restore --list` prints; undefined if it
 * is no dump of Framme.
 */
export function foreignParts(list: string): string[] | undefined {
  const [, schema, owner] = / TABLE DATA (\S+) households (.+)$/m.exec(list) ?? [];
  if (schema === undefined || owner === undefined) return undefined;
  const known = schemaNames();
  const isKnown = (kind: string, name: string): boolean => {
    if (HARMLESS.includes(kind)) return true;
    if (kind === 'SCHEMA') return name === `- ${schema}`;
    const [place, ...named] = name.split(' ');
    if (place !== schema || !named.every((part, at) => known.has(part) || (at > 0 && MADE.test(part))))
      return false;
    const words = { TABLE: 1, 'TABLE DATA': 1, INDEX: 1, CONSTRAINT: 2, 'FK CONSTRAINT': 2 };
    return named.length === words[kind as keyof typeof words];
  };
  // Number; oid oid KIND schema name owner
  const entries = list.matchAll(/^\d+; \d+ \d+ ([A-Z]+(?: [A-Z]+)*) (.+)$/gm);
  return [...entries].flatMap(([, kind = '', rest = '']) => {
    const name = rest.endsWith(` ${owner}`) ? rest.slice(0, -owner.length - 1) : rest.replace(/ \S*$/, '');
    return isKnown(kind, name) ? [] : [`the ${kind.toLowerCase()} ${name} is none of Framme`];
  });
}
