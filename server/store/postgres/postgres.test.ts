import { onTestFinished } from 'vitest';
import { storeContract } from '#tests/contract/store-contract.ts';
import { lendStore } from '#tests/support/postgres/kept-stores.ts';

storeContract('PostgreSQL', async () => {
  const { store, end } = await lendStore();
  onTestFinished(end);
  return store;
});
