import { conclude, runSteps } from './steps.ts';
import { CHECKS, CLIENT_BUILD, MAIN_JOURNEYS, ON_SQLITE } from './test-steps.ts';

conclude([
  ...(await runSteps([...CHECKS, CLIENT_BUILD])),
  ...(await runSteps([ON_SQLITE])),
  ...(await runSteps([MAIN_JOURNEYS])),
]);
