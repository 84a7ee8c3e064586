import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  version: string;
  license?: string;
  integrity?: string;
}

/**
 * CycloneDX 1.6, without time or random number: one release, one bill. `npm sbom` is not in
 * Debian's npm and ignores bundles.
 */
export function billOfMaterials(root: string, folders: Iterable<string>, node?: string): object {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const { version } = read('package.json') as { version: string };
  const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
  const contained = (folder: string) => {
    const path = `node_modules/${folder}`;
    // A package brings its nested ones along.
    return Object.keys(packages).filter((one) => one === path || one.startsWith(`${path}/node_modules/`));
  };
  const paths = [...new Set([...folders].flatMap(contained))].toSorted();
  const components = paths.flatMap((path) => componentsOf(path, packages[path]));
  const runtime = { type: 'platform', name: 'node', version: node, purl: `pkg:generic/node@${node}` };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: 'framme', version } },
    components: [...(node === undefined ? [] : [runtime]), ...components],
  };
}

function componentsOf(path: string, locked: Locked | undefined): object[] {
  if (locked === undefined) return [];
  const { version, license, integrity } = locked;
  const name = path.replace(/^.*node_modules\//, '');
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [, sum] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  const content = sum === undefined ? undefined : Buffer.from(sum, 'base64').toString('hex');
  return [
    {
      ...{ type: 'library', name, version, purl },
      ...(content === undefined ? {} : { hashes: [{ alg: 'SHA-512', content }] }),
      ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    },
  ];
}
