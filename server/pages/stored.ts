import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { weighed } from './choose-language.ts';

/** One way to send something: its bytes and the tag that stands for them. */
interface Sent {
  bytes: Buffer;
  etag: string;
}

/** What is sent from memory, in all encodings in which it is there. */
export interface Stored {
  br?: Sent;
  gzip?: Sent;
  identity: Sent;
}

export function sent(contents: Uint8Array): Sent {
  const bytes = Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
}

/** Sends it compressed as the browser can take it; 304 where the browser has this very one. */
export function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: Stored,
  { status = 200, headers }: { status?: number; headers: Readonly<Record<string, string>> },
): FastifyReply {
  const { encoding, bytes, etag } = encoded(stored, request.headers['accept-encoding']);
  reply.headers({ ...headers, etag });
  if (status === 200 && hasTag(request.headers['if-none-match'], etag)) {
    return reply.code(304).removeHeader('content-type').send();
  }
  if (encoding) reply.header('content-encoding', encoding);
  return reply.code(status).send(bytes);
}

function encoded({ br, gzip, identity }: Stored, header = ''): Sent & { encoding?: 'br' | 'gzip' } {
  const wanted = weighed(header).map(({ value }) => value);
  if (br && wanted.includes('br')) return { ...br, encoding: 'br' };
  if (gzip && wanted.includes('gzip')) return { ...gzip, encoding: 'gzip' };
  return identity;
}

/** A cache on the way may have made the tag a weak one. */
function hasTag(header: string | undefined, etag: string): boolean {
  const tags = header?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
