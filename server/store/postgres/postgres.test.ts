import { onTestFinished } from 'vitest';
import { newSchema } from '#tests/support/postgres.ts';
import { storeContract } from '#tests/support/store-contract.ts';
import { openPostgresStore } from './postgres.ts';

storeContract('PostgreSQL', async () => {
  const store = await openPostgresStore(await newSchema());
  onTestFinished(() => store.close());
  return store;
});
