import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './app.ts';

/** The environment in which a process first runs this source. */
export function hooked(source: string): Record<string, string> {
  const file = join(temporaryFolder(), 'hook.mjs');
  writeFileSync(file, source);
  return { NODE_OPTIONS: `--import ${file}` };
}

/** The environment in which a process has other functions of `fs`: those that this source assigns; `was` has the former. */
export function withFs(source: string): Record<string, string> {
  return hooked(`import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const was = { ...fs };
    ${source}
    syncBuiltinESMExports();`);
}

/** The environment in which a process hears that it may not use a path, as root never does. */
export function withheld(path: string, code = 'EACCES'): Record<string, string> {
  return withFs(`fs.accessSync = (path, mode) => {
      if (String(path).startsWith(${JSON.stringify(path)})) throw Object.assign(new Error(), { code: '${code}' });
      was.accessSync(path, mode);
    };`);
}

/** The environment of a PATH in which a program says this. */
export function saying(program: string, words: string): Record<string, string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, program), `#!/bin/sh\necho '${words}'\n`, { mode: 0o755 });
  return { PATH: `${folder}:${process.env.PATH}` };
}
