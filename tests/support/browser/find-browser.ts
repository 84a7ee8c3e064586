import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A browser's executable and its environment. */
export type Browser = { executablePath: string; env: Record<string, string> };

const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];
const USUAL_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];

/**
 * Returns the browser in CHROMIUM_PATH, else the one from npm, so that tests run in the same one everywhere,
 * else the system's. Throws a message with the remedy.
 */
export function findBrowser(environment: NodeJS.ProcessEnv = process.env): Browser {
  const chosen = environment.CHROMIUM_PATH;
  if (chosen !== undefined && chosen !== '') return usable(chosen);
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser();
  const installed = systemBrowser(environment);
  if (installed === undefined) throw new Error(REMEDY);
  return { executablePath: installed, env: {} };
}

function usable(executablePath: string): Browser {
  if (existsSync(executablePath)) return { executablePath, env: {} };
  throw new Error(`CHROMIUM_PATH says ${executablePath}, but there is no such file. Correct it or unset it.`);
}

/** Returns the browser that the system has, if it has one. */
export function systemBrowser(environment: NodeJS.ProcessEnv): string | undefined {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = USUAL_NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...candidates, ...USUAL_PLACES].find((path) => existsSync(path));
}

function packagedBrowser(): Browser {
  const home = unpackedHome();
  if (!existsSync(home)) unpackInto(home);
  // With its own libraries and fonts, which a machine without any browser may lack.
  const libraries = [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH ?? ''].filter(Boolean);
  return {
    executablePath: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries.join(delimiter), FONTCONFIG_PATH: join(home, 'fonts') },
  };
}

const REMEDY =
  'The browser tests need Chromium or Chrome. Install one, or set CHROMIUM_PATH to one, then run the same command again.';

function unpackedHome(): string {
  const packageFile = join(
    dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../package.json',
  );
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
  return fileURLToPath(new URL(`../../../node_modules/.cache/chromium-${version}`, import.meta.url));
}

/** Unpacks into a temporary folder and renames it, so that an interrupted run leaves no half browser. */
function unpackInto(home: string): void {
  const partial = `${home}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const unpacking = spawnSync(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    // The package unpacks into TMPDIR, and adds its libraries only if it detects AWS Lambda.
    env: { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
    encoding: 'utf8',
  });
  if (unpacking.status !== 0)
    throw new Error(`Could not unpack @sparticuz/chromium: ${unpacking.stderr}\n${REMEDY}`);
  writeFileSync(join(partial, 'fonts/fonts.conf'), fontsIn(home));
  settle(partial, home);
}

/**
 * The package's own configuration names folders of a cloud; without any font Chromium crashes at a text
 * field.
 */
function fontsIn(home: string): string {
  const folders = [join(home, 'fonts/fonts'), '/usr/share/fonts'].map((folder) => `<dir>${folder}</dir>`);
  const cache = `<cachedir>${join(home, 'fonts-cache')}</cachedir>`;
  return `<?xml version="1.0"?>\n<fontconfig>${folders.join('')}${cache}</fontconfig>\n`;
}

const UNPACK =
  "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();";

function settle(partial: string, home: string): void {
  try {
    renameSync(partial, home);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}
