import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An installed package in npm's lockfile. */
interface Locked {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * Returns the folders below node_modules of these packages and of all that they need, by npm's lockfile. Nested ones are
 * within the folder of their owner. Throws if one is not in the lockfile.
 */
export function packagesOf(root: string, names: Iterable<string>): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const needed = new Set<string>();
  const add = (name: string, owner: string, isOptional = false) => {
    const path = findPackage(packages, name, owner);
    if (path === undefined) {
      if (isOptional) return;
      throw new Error(`${name}, which ${owner || 'Framme'} imports, is not in package-lock.json`);
    }
    if (needed.has(path)) return;
    needed.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const one of Object.keys(dependencies)) add(one, path);
    for (const one of Object.keys(optionalDependencies)) add(one, path, true);
  };
  for (const name of names) add(name, '');
  const top = [...needed].map((path) => path.split('/node_modules/')[0]?.replace('node_modules/', '') ?? '');
  return [...new Set(top)].sort();
}

/** Node's own way: the nearest node_modules first. Returns undefined if no folder above the owner has the package. */
function findPackage(packages: Record<string, Locked>, name: string, owner: string): string | undefined {
  const found = foldersAbove(owner).map((at) => `${at === '' ? '' : `${at}/`}node_modules/${name}`);
  return found.find((path) => packages[path]);
}

function foldersAbove(owner: string): string[] {
  if (owner === '') return [''];
  return [owner, ...foldersAbove(owner.slice(0, Math.max(0, owner.lastIndexOf('/node_modules/'))))];
}
