import type { Writable } from 'node:stream';

/** Returns a printer of lines to a stream. It resolves when the stream has taken the line, and rejects if it is broken. */
export function linePrinter(stream: Writable): (line: string) => Promise<void> {
  // A closed pipe must not end the server; the caller of the failed write gets the error.
  stream.on('error', () => undefined);
  return (line) =>
    new Promise((resolve, reject) => {
      stream.write(`${line}\n`, (error) => (error ? reject(error) : resolve()));
    });
}
