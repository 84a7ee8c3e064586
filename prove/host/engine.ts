import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensure } from './claim.ts';
import { readCompose } from './compose-file.ts';
import { Containers } from './containers.ts';

const DOCKER = fileURLToPath(new URL('docker-process.ts', import.meta.url));
/** A stand-in for Docker where no engine runs: it knows the words of docs/hosting/containers.md. */
export class Engine {
  readonly #folder: string;
  readonly containers: Containers;
  #server: Server | undefined;
  #file = '';

  constructor(folder: string) {
    this.#folder = folder;
    this.containers = new Containers(folder);
  }

  /** Runs the commands of a page in `cwd`, where `docker` is this engine. Returns what they print; throws if one fails. */
  async run(code: string, cwd: string): Promise<string> {
    await this.#listen();
    const env = {
      ...process.env,
      PATH: `${this.#folder}/bin:${process.env.PATH}`,
      ENGINE: `${this.#folder}/engine`,
    };
    const child = spawn('bash', ['-ec', code], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    const [exit] = (await once(child, 'close')) as [number | null];
    if (exit !== 0) throw new Error(`${code.trim()}\nended with ${exit}:\n${output}`);
    return output;
  }

  /** Ends all containers and the engine. */
  async stop(): Promise<void> {
    await this.containers.down();
    this.#server?.close();
    this.#server = undefined;
  }

  async #listen(): Promise<void> {
    if (this.#server !== undefined) return;
    mkdirSync(join(this.#folder, 'bin'), { recursive: true });
    const script = `#!/bin/sh\nexec '${process.execPath}' '${DOCKER}' "$@"\n`;
    writeFileSync(join(this.#folder, 'bin/docker'), script, { mode: 0o755 });
    this.#server = createServer(async (request, response) => {
      const { words, cwd, input } = JSON.parse(Buffer.concat(await Array.fromAsync(request)).toString());
      const { code, output } = await this.#docker(words, cwd, Buffer.from(input, 'base64')).catch(
        (error: Error) => ({ code: 1, output: Buffer.from(`${error.message}\n`) }),
      );
      response.end(JSON.stringify({ code, output: output.toString('base64') }));
    }).listen(`${this.#folder}/engine`);
    await once(this.#server, 'listening');
  }

  async #docker(words: readonly string[], cwd: string, input: Buffer) {
    const [compose, ...rest] = words;
    ensure(compose === 'compose', `The stand-in for docker knows no ${compose}.`);
    const file = rest[0] === '--file' ? (rest.splice(0, 2)[1] ?? '') : 'compose.yaml';
    if (this.#file !== file) await this.containers.down();
    this.#file = file;
    const [verb, ...all] = rest;
    const [options, names] = [
      all.filter((one) => one.startsWith('-')),
      all.filter((one) => !one.startsWith('-')),
    ];
    if (verb === 'build' || options.includes('--build')) this.containers.build();
    if (verb === 'up') await this.containers.up(readCompose(join(cwd, file)));
    else if (verb === 'down') await this.containers.down();
    else if (verb === 'stop') for (const name of names) await this.containers.end(name);
    else if (verb === 'start') for (const name of names) await this.containers.begin(name);
    else if (verb === 'cp') this.containers.copy(names, cwd);
    else if (verb === 'exec' || verb === 'run') {
      const [name = '', ...command] = all.slice(all.findIndex((one) => !one.startsWith('-')));
      return this.containers.exec(name, command, input, verb === 'run');
    } else ensure(verb === 'build', `The stand-in for docker compose knows no ${verb}.`);
    return { code: 0, output: Buffer.of() };
  }
}
