import { execFileSync } from 'node:child_process';
import type { Chroot } from './chroot.ts';

/** The address of the first one, and of the others in their order. */
const address = (index: number) => `10.88.0.${index + 1}`;

/** Returns a file like /etc/hosts for such a network. */
export function hostsOf(names: readonly (readonly string[])[]): string {
  return ['127.0.0.1 localhost', ...names.map((own, index) => `${address(index)} ${own.join(' ')}`), ''].join(
    '\n',
  );
}

/** Joins chroots by cables to a bridge in the first one, as an engine joins containers. */
export function connect(chroots: readonly Chroot[]): void {
  const [first, ...others] = chroots;
  if (first === undefined) return;
  inside(first, 'link', 'add', 'bridge', 'type', 'bridge');
  inside(first, 'addr', 'add', `${address(0)}/24`, 'dev', 'bridge');
  inside(first, 'link', 'set', 'bridge', 'up');
  for (const [index, other] of others.entries()) {
    const port = `port${index}`;
    ip('link', 'add', port, 'netns', `${first.pid}`, 'type', 'veth', 'peer', 'eth0', 'netns', `${other.pid}`);
    inside(first, 'link', 'set', port, 'master', 'bridge', 'up');
    inside(other, 'addr', 'add', `${address(index + 1)}/24`, 'dev', 'eth0');
    inside(other, 'link', 'set', 'eth0', 'up');
  }
}

function inside({ pid }: Chroot, ...words: string[]): void {
  execFileSync('nsenter', [`--target=${pid}`, '--net', 'ip', ...words]);
}

function ip(...words: string[]): void {
  execFileSync('ip', words);
}
