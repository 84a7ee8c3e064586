import type { Server } from 'node:http';
import type { Config } from '../config/config.ts';
import { CannotDrawPages } from '../pages/rendered.ts';
import { CannotOpenStore } from '../store/port.ts';
import { describeError } from './log.ts';

/** The address to print for a listening server; every address of this machine reads localhost. */
export function addressOf(server: Server, { host, publicOrigin }: Config): string {
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const name = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  const local = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  return publicOrigin === undefined || publicOrigin === local ? local : `${local} (public: ${publicOrigin})`;
}

/** One sentence for whoever starts the server: why it did not, and what to do. */
export function sentenceFor(error: unknown, { host, port }: Config): string {
  if (error instanceof CannotOpenStore || error instanceof CannotDrawPages) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop it, or choose another PORT.`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Choose a PORT above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}. Choose another HOST.`;
  return `Framme could not start: ${JSON.stringify(describeError(error))}`;
}
