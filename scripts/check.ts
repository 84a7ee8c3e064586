import { QUICK } from './all-steps.ts';
import { conclude, runSteps } from './steps.ts';

conclude(await runSteps(QUICK));
