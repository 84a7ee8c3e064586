import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort } from '#tests/support/free-port.ts';
import type { Engine, RunningBrowser, Tab } from './engine.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const BROWSERS = ['4.1', '6.0', '4.0'].flatMap((version) =>
  ['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${version}/MiniBrowser`),
);

/** WebKitGTK over raw WebDriver, with a display of its own. Its automated browser forgets its profile. */
export const webkit: Engine = {
  name: 'WebKitGTK',
  missing() {
    const isThere = existsSync(DRIVER) && BROWSERS.some(existsSync) && hasDisplay();
    return isThere ? undefined : 'WebKitGTK: apt-get install webkit2gtk-driver xvfb xauth';
  },
  keepsProfile: false,
  preloads: false,
  async launch(profile): Promise<RunningBrowser> {
    const port = await freePort();
    const child = spawn('xvfb-run', ['-a', DRIVER, `--port=${port}`], {
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, HOME: profile, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    });
    const kill = async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      await ended;
    };
    const driver = await connect(`http://127.0.0.1:${port}`);
    await driver('POST', '/timeouts', { script: 120_000 });
    const first = await driver<string>('GET', '/window');
    let isFirst = true;
    return {
      async openTab() {
        const handle = isFirst
          ? first
          : (await driver<{ handle: string }>('POST', '/window/new', { type: 'tab' })).handle;
        isFirst = false;
        return tabOf(driver, handle);
      },
      kill,
      async close() {
        await driver('DELETE', '').catch(() => undefined);
        await kill();
      },
    };
  },
};

type Driver = <T>(method: string, path: string, body?: object) => Promise<T>;

function hasDisplay(): boolean {
  return spawnSync('xvfb-run', ['--help']).status === 0;
}

async function connect(address: string): Promise<Driver> {
  const binary = BROWSERS.find(existsSync);
  const wanted = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const capabilities = { alwaysMatch: wanted };
  for (let attempt = 0; ; attempt++) {
    try {
      const { sessionId } = await ask<{ sessionId: string }>('POST', `${address}/session`, { capabilities });
      return (method, path, body) => ask(method, `${address}/session/${sessionId}${path}`, body);
    } catch (error) {
      if (attempt > 40) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

async function ask<T>(method: string, address: string, body?: object): Promise<T> {
  const sent = method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {};
  const reply = await fetch(address, { method, ...sent });
  const { value } = (await reply.json()) as { value: T };
  if (!reply.ok) throw new Error(`${method} ${address}: ${JSON.stringify(value)}`);
  return value;
}

function tabOf(driver: Driver, handle: string): Tab {
  const focus = () => driver('POST', '/window', { handle });
  return {
    async goto(url) {
      await focus();
      await driver('POST', '/url', { url });
    },
    async run<T>(expression: string) {
      await focus();
      const script = `const done = arguments[arguments.length - 1]; Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const told = await driver<{ value?: T; error?: string }>('POST', '/execute/async', {
        script,
        args: [],
      });
      if (told.error !== undefined) throw new Error(told.error);
      return told.value as T;
    },
    async close() {
      await focus();
      await driver('DELETE', '/window');
    },
  };
}
