import { expect, test } from 'vitest';
import { annasFamily, byOtherPhone, quiet, row } from '#tests/support/phone/family.ts';

/** Ella is here, confirmed by the server; `visit` names her open visit. */
async function ellaIsHere() {
  const family = await annasFamily();
  const { tab, ella } = family;
  await tab.home.run('checkIn', ella);
  await quiet(tab);
  const open = row(tab.home.view(), ella)?.openVisit;
  return { ...family, visit: { ...ella, visit: open?.visit ?? '' } };
}

test('without a network a visit is removed and put back on the screen, and later on the server', async () => {
  const { phone, tab, ella, visit, serverHousehold } = await ellaIsHere();
  phone.isOnline = false;
  await tab.home.run('deleteVisit', visit);
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'out', openVisit: undefined, row: 'waiting' });
  expect(tab.home.view().history).toEqual([]);
  const [removed] = tab.home.view().children[0]?.removedVisits ?? [];
  const last = removed?.visit.arrived?.at ?? '';
  await tab.home.run('restoreVisit', { ...visit, last });
  expect(row(tab.home.view(), ella)).toMatchObject({ status: 'in', openVisit: { visit: visit.visit } });
  phone.isOnline = true;
  await quiet(tab);
  expect(tab.home.view().children[0]).not.toHaveProperty('removedVisits');
  expect(serverHousehold.visits()).toMatchObject([{ visit: { open: true } }]);
});

test('an answer given on another phone reaches the row here', async () => {
  const { tab, ella, visit, serverHousehold } = await ellaIsHere();
  const { uid } = tab.home.account;
  byOtherPhone(serverHousehold, uid, 'stayNight', { ...visit, stays: true });
  await quiet(tab);
  expect(row(tab.home.view(), ella)?.openVisit).toMatchObject({ staysNight: { by: uid } });
});

test('a server that does not know the command yet refuses it, and the screen is as before', async () => {
  const { tab, ella, visit, serverHousehold } = await ellaIsHere();
  const apply = serverHousehold.apply.bind(serverHousehold);
  serverHousehold.apply = (op, sender) =>
    op.name === 'deleteVisit'
      ? { op: op.op, result: 'refused', refusal: { code: 'unknown-command' } }
      : apply(op, sender);
  await tab.home.run('deleteVisit', visit);
  await quiet(tab);
  const view = tab.home.view();
  expect(view.refused).toMatchObject([{ name: 'deleteVisit', refusal: { code: 'unknown-command' } }]);
  expect(row(view, ella)).toMatchObject({ status: 'in', row: 'confirmed' });
  expect(view.history).toMatchObject([{ visit: visit.visit, open: true }]);
});
