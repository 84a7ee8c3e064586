import { onTestFinished } from 'vitest';
import { storeContract } from '#tests/contract/store-contract.ts';
import { newSchema } from '#tests/support/postgres/databases.ts';
import { openPostgresStore } from './postgres.ts';

storeContract('PostgreSQL', async () => {
  const store = await openPostgresStore(await newSchema());
  onTestFinished(() => store.close());
  return store;
});
