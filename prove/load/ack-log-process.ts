import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

// A process of its own: what it wrote down outlives whoever it listens to. One line, an op, is one acknowledgement.
const file = openSync(process.argv[2] ?? '', 'a');
process.stdin.on('data', (chunk: Buffer) => {
  writeSync(file, chunk);
  fsyncSync(file);
});
process.stdin.on('end', () => closeSync(file));
