import { expect, onTestFinished, test } from 'vitest';
import { RECOVERED, recoverableFamily } from '#tests/contract/account-changes.ts';
import { NOON } from '#tests/support/people/stored-family.ts';
import { newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { StoreUnavailable } from '../../ports/store.ts';
import { openPostgresStore } from '../postgres.ts';

test('a recovery whose last step meets a full disk changes nothing, and its link works again', async () => {
  const address = await newSchema();
  const store = await openPostgresStore(address);
  onTestFinished(() => store.close());
  const { hash, state } = await recoverableFamily(store);
  const before = await state();
  const redeem = () => store.redeemOneTimeToken('recovery', hash, NOON, () => RECOVERED);
  await runSql(
    address,
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
     AS $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER fails BEFORE DELETE ON sessions EXECUTE FUNCTION fail()`,
  );
  await expect(redeem()).rejects.toThrow(StoreUnavailable);
  expect(await state()).toEqual(before);
  await runSql(address, 'DROP TRIGGER fails ON sessions');
  expect(await redeem()).toBeDefined();
  expect(await state()).toMatchObject({ credentials: 0, sessions: 0 });
});
