import { afterEach, expect, test, vi } from 'vitest';
import type { Host } from '#domain/pages/host.ts';
import { followWorker } from './registration.ts';

afterEach(() => vi.unstubAllGlobals());

test('a first version that takes the page over meanwhile is offered as no update', async () => {
  vi.stubEnv('PROD', true);
  const registration = Object.assign(new EventTarget(), {
    installing: null,
    waiting: { postMessage: vi.fn() },
  });
  const container = Object.assign(new EventTarget(), {
    controller: null as object | null,
    register: async () => registration,
  });
  vi.stubGlobal('navigator', { serviceWorker: container });
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('window', { location: { href: 'http://localhost/' } });
  // Asked for the mark while the worker becomes active.
  const match = async () => {
    container.controller = {};
    return new Response();
  };
  vi.stubGlobal('caches', { match });
  const onUpdate = vi.fn();
  await followWorker({ serviceWorker: 'on' } as unknown as Host, onUpdate, new AbortController().signal);
  await new Promise((resolve) => setTimeout(resolve));
  vi.unstubAllEnvs();
  expect(onUpdate).not.toHaveBeenCalled();
});
