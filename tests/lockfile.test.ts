import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Package = {
  version?: string;
  resolved?: string;
  hasInstallScript?: true;
  optionalDependencies?: object;
};
type Lockfile = { packages: Record<string, Package> };
type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
}

const { packages } = read('package-lock.json') as Lockfile;
const manifest = read('package.json') as Manifest;

test('the lockfile holds no registry address', () => {
  const addressed = Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined);
  expect(addressed).toEqual([]);
});

// npm 11 and newer refuse a lockfile that lacks the packages of other platforms.
test('every optional package that a package names is in the lockfile', () => {
  const held = Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, ''));
  const named = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !held.includes(name))).toEqual([]);
});

test('every version is exact', () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const loose = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(loose.filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))).toEqual([]);
});
