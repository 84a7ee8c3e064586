import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll } from 'vitest';

/** Keeps the responses of all servers of a test file, latest last: a server hears a moment later that a request was given up. */
export function keepResponses(): readonly ServerResponse[] {
  const responses: ServerResponse[] = [];
  const keep = (message: unknown) => responses.push((message as { response: ServerResponse }).response);
  beforeAll(() => subscribe('http.server.request.start', keep));
  afterAll(() => unsubscribe('http.server.request.start', keep));
  return responses;
}
