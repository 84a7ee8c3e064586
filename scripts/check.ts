import { conclude, runSteps } from './steps.ts';
import { CHECKS } from './test-steps.ts';

conclude(await runSteps(CHECKS));
