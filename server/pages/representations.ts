import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseQualityList } from '../http/accept-language.ts';

/** RFC 9110. */
interface Representation {
  bytes: Buffer;
  etag: string;
}

export interface Representations {
  br?: Representation;
  gzip?: Representation;
  identity: Representation;
}

export type Compressed = { [encoding in keyof Representations]: Uint8Array };

export function representationsOf({ br, gzip, identity }: Compressed): Representations {
  return {
    identity: representationOf(identity),
    ...(br && { br: representationOf(br) }),
    ...(gzip && { gzip: representationOf(gzip) }),
  };
}

function representationOf(contents: Uint8Array): Representation {
  const bytes = Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength);
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"` };
}

export function sendNegotiated(
  request: FastifyRequest,
  reply: FastifyReply,
  representations: Representations,
  { status = 200, headers }: { status?: number; headers: Readonly<Record<string, string>> },
): FastifyReply {
  const { encoding, bytes, etag } = negotiate(representations, request.headers['accept-encoding']);
  reply.headers({ ...headers, etag });
  if (status === 200 && hasTag(request.headers['if-none-match'], etag)) {
    return reply.code(304).removeHeader('content-type').send();
  }
  if (encoding) reply.header('content-encoding', encoding);
  return reply.code(status).send(bytes);
}

function negotiate(
  { br, gzip, identity }: Representations,
  header = '',
): Representation & { encoding?: 'br' | 'gzip' } {
  const wanted = parseQualityList(header).map(({ value }) => value);
  if (br && wanted.includes('br')) return { ...br, encoding: 'br' };
  if (gzip && wanted.includes('gzip')) return { ...gzip, encoding: 'gzip' };
  return identity;
}

/** A proxy may have made the entity tag weak. */
function hasTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
