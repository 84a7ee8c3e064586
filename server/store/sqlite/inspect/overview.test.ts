import { accountListContract, countContract } from '#tests/contract/overview.ts';

accountListContract();
countContract();
