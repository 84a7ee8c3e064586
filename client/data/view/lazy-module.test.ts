import { expect, test, vi } from 'vitest';
import { type LazyModule, lazyModule } from '#client/lib/lazy-module.ts';
import { gate } from '#tests/support/gate.ts';
import { ANNA, annasFamily, BO, quiet, row } from '#tests/support/phone/family.ts';
import { MemoryServer } from '#tests/support/phone/memory-server.ts';
import { Phone } from '#tests/support/phone/phone.ts';
import * as household from './household.ts';

/** A part loaded over the network; `fetched` counts the attempts. */
function overTheNetwork(arrives: () => Promise<void>) {
  const seen = { fetched: 0 };
  const part = lazyModule(async () => {
    seen.fetched += 1;
    await arrives();
    return household;
  });
  return { seen, part };
}

test('a lazy part is fetched once, and again only after a failure', async () => {
  let fails = true;
  let begun = 0;
  const part: LazyModule<string> = lazyModule(async () => {
    begun += 1;
    if (fails) throw new Error('no network');
    return 'here';
  });
  await expect(part.load()).rejects.toThrow('no network');
  fails = false;
  expect(part.loaded).toBeUndefined();
  expect(await Promise.all([part.load(), part.load()])).toEqual(['here', 'here']);
  expect([await part.load(), part.loaded, begun]).toEqual(['here', 'here', 2]);
});

test('a stored account counts as signed in only once the household part has loaded', async () => {
  const { phone, tab } = await annasFamily();
  tab.kill();
  const { open, passed } = gate();
  const { seen, part } = overTheNetwork(() => passed);
  phone.part = part;
  const again = phone.openTab();
  let isReady = false;
  void again.data.ready.then(() => {
    isReady = true;
  });
  // A wake in the meantime must not open it twice.
  again.wake();
  await expect.poll(() => seen.fetched).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([isReady, again.data.household(), seen.fetched]).toEqual([false, undefined, 1]);
  open();
  await again.data.ready;
  const home = again.home;
  expect(home.account.email).toBe(ANNA.email);
  await quiet(again);
  expect(again.home).toBe(home);
});

test('a sign-in while the household part is loading completes once it has loaded', async () => {
  const server = new MemoryServer();
  const phone = new Phone(server);
  const { open, passed } = gate();
  phone.part = overTheNetwork(() => passed).part;
  const tab = phone.openTab();
  const registered = tab.data.signIn('register', BO);
  await expect.poll(() => phone.stored.has('framme.account')).toBe(true);
  expect(tab.data.household()).toBeUndefined();
  open();
  await registered;
  expect(tab.home.account.email).toBe(BO.email);
});

test('a household part that fails to load rejects with offline and is fetched when the page wakes', async () => {
  const { phone, tab } = await annasFamily();
  tab.kill();
  let isReached = false;
  phone.part = overTheNetwork(() => (isReached ? Promise.resolve() : Promise.reject(new Error()))).part;
  const again = phone.openTab();
  await expect(again.data.ready).rejects.toMatchObject({ code: 'offline' });
  isReached = true;
  again.wake();
  await expect.poll(() => again.data.household()?.account.email).toBe(ANNA.email);
});

test('the board opens before the rulebook; a tap is stored before it, and then drawn only with it', async () => {
  const { phone, tab, ella } = await annasFamily();
  phone.isOnline = false;
  const { rulebook } = household;
  const rules = await rulebook.load();
  /** Opens a page whose rulebook arrives when `open` is called. */
  const reopened = async () => {
    const { open, passed } = gate();
    let isThere = false;
    vi.spyOn(rulebook, 'loaded', 'get').mockImplementation(() => (isThere ? rules : undefined));
    const load = vi.spyOn(rulebook, 'load').mockImplementation(async () => {
      await passed;
      isThere = true;
      return rules;
    });
    load.mockClear();
    const again = phone.openTab();
    await again.data.ready;
    return {
      again,
      home: again.home,
      open,
      isAsked: () => expect.poll(() => load.mock.calls.length).toBe(1),
    };
  };
  tab.kill();
  const first = await reopened();
  await first.home.opened;
  const pressed = phone.now();
  const tapped = first.home.run('checkIn', ella);
  await first.isAsked();
  expect(first.home.unsent()).toHaveLength(1);
  expect(row(first.home.view(), ella)?.status).toBe('out');
  phone.server.now = () => pressed + 5000;
  first.open();
  expect(await tapped).toMatchObject({ done: true });
  expect(Date.parse(row(first.home.view(), ella)?.timestamp ?? '')).toBeLessThan(pressed + 1000);
  first.again.kill();
  const second = await reopened();
  await second.isAsked();
  expect(second.home.view().state).toBe('loading');
  second.open();
  await second.home.opened;
  expect(row(second.home.view(), ella)).toMatchObject({ status: 'in', row: 'waiting' });
  vi.restoreAllMocks();
});

test('an invalid stored account is ignored', async () => {
  const { phone, tab } = await annasFamily();
  tab.kill();
  for (const text of ['', '{', 'null', '[]', '{"uid":1,"household":"a","email":"b"}', '{"uid":"a"}']) {
    phone.stored.set('framme.account', text);
    expect(phone.openTab().data.household(), text).toBeUndefined();
  }
});
