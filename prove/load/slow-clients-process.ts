import { connect, type Socket } from 'node:net';
import { calls } from '#domain/protocol/calls.ts';

// Clients that send slowly, in a process of their own: node slow-clients-process.ts <address> <number> <cookie>. A quarter sends
// nothing, the others a byte at a time of a head, of the body of a log-in, and of that of a sync of their own account. One that is
// closed begins anew. It tells the number that are open each 100 ms, and opens all at the message `begin`, none after `end`.

const [, , url = '', count = '0', cookie = ''] = process.argv;
const { port, origin } = new URL(url);
const EVERY_MS = 2000;
const PARTS = 20;
const AGAIN_MS = 1000;

const head = (path: string) => `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nOrigin: ${origin}\r\n`;
const body = 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
/** The beginning of each kind of client, and what it sends on and on. */
const KINDS = [
  ['', ''],
  [head('/'), 'X'],
  [`${head(calls.logIn.path)}${body}`, ' '],
  [`${head(calls.sync.path)}Cookie: ${cookie}\r\n${body}`, ' '],
] as const;

let isOn = false;
const open = new Map<number, Socket>();

function begin(index: number): void {
  const [beginning] = KINDS[index % KINDS.length] ?? ['', ''];
  const socket = connect(Number(port), '127.0.0.1', () => {
    open.set(index, socket);
    if (beginning !== '') socket.write(beginning);
  });
  socket.on('error', () => undefined).resume();
  socket.on('close', () => {
    open.delete(index);
    if (isOn) setTimeout(() => isOn && begin(index), AGAIN_MS);
  });
}

let part = 0;
setInterval(() => {
  part = (part + 1) % PARTS;
  for (const [index, socket] of open) {
    const [, more = ''] = KINDS[index % KINDS.length] ?? [];
    if (index % PARTS === part && more !== '') socket.write(more);
  }
}, EVERY_MS / PARTS);
setInterval(() => process.send?.(open.size), 100);

process.on('message', (said) => {
  isOn = said === 'begin';
  if (isOn) for (let index = 0; index < Number(count); index += 1) begin(index);
  else for (const socket of open.values()) socket.destroy();
});
process.on('disconnect', () => process.exit());
