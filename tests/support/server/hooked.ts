import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './app.ts';

/** Returns the environment in which a process first runs this source. */
export function hooked(source: string): Record<string, string> {
  const file = join(temporaryFolder(), 'hook.mjs');
  writeFileSync(file, source);
  return { NODE_OPTIONS: `--import ${file}` };
}

/** Returns the environment in which a process hears that it may not use a path, as root never does. */
export function withheld(path: string, code = 'EACCES'): Record<string, string> {
  return hooked(`import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { accessSync } = fs;
    fs.accessSync = (path, mode) => {
      if (String(path).startsWith(${JSON.stringify(path)})) throw Object.assign(new Error(), { code: '${code}' });
      accessSync(path, mode);
    };
    syncBuiltinESMExports();`);
}

/** Returns the environment of a PATH in which a program says this. */
export function saying(program: string, words: string): Record<string, string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, program), `#!/bin/sh\necho '${words}'\n`, { mode: 0o755 });
  return { PATH: `${folder}:${process.env.PATH}` };
}
