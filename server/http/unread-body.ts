import type { IncomingMessage } from 'node:http';

/** The pause between two parts of a body that nobody reads, in ms; a part is at most 64 kB. */
const PAUSE_MS = 50;

/**
 * Lets the rest of a refused request's body arrive slowly: the sender, who may look for the reply only when all is sent, gets
 * it in a second, and a flood of bodies costs neither memory nor time. Node itself would take it as fast as it comes.
 */
export function discardSlowly(request: IncomingMessage): void {
  if (request.complete || request.readableFlowing !== null) return;
  request.on('data', () => {
    request.pause();
    setTimeout(() => request.resume(), PAUSE_MS).unref();
  });
}
