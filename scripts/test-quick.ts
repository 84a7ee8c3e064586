import { conclude, runSteps } from './steps.ts';
import { CHECKS, CLIENT_BUILD, MAIN_JOURNEYS, ON_SQLITE, short } from './test-steps.ts';

conclude([
  ...(await runSteps([...CHECKS, CLIENT_BUILD])),
  ...(await runSteps([short(ON_SQLITE)])),
  ...(await runSteps([short(MAIN_JOURNEYS)])),
]);
