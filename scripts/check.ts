import { conclude, runSteps } from './steps.ts';
import { QUICK } from './test-steps.ts';

conclude(await runSteps(QUICK));
