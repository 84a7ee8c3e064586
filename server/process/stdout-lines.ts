import type { Writable } from 'node:stream';

/** Prints lines to a stream. The promise resolves when the stream has taken the line, and rejects where it is broken. */
export function linesTo(stream: Writable): (line: string) => Promise<void> {
  // A reader that went away must not take the server along; the write that failed says so to its caller.
  stream.on('error', () => undefined);
  return (line) =>
    new Promise((resolve, reject) => {
      stream.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
    });
}
