import { conclude, runSteps } from './steps.ts';
import { CHECKS, CLIENT_BUILD, INTEGRATION, JOURNEYS, SIZES } from './test-steps.ts';

// The journeys need the client build, and each of the two long steps keeps all cores busy by itself.
conclude([
  ...(await runSteps([...CHECKS, CLIENT_BUILD])),
  ...(await runSteps([INTEGRATION, SIZES])),
  ...(await runSteps([JOURNEYS])),
]);
