import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';

// A separate process, so that its log survives a killed server. One line, an op id, per acknowledgement.
const file = openSync(process.argv[2] ?? '', 'a');
process.stdin.on('data', (chunk: Buffer) => {
  writeSync(file, chunk);
  fsyncSync(file);
});
process.stdin.on('end', () => closeSync(file));
