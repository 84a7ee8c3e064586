import { conclude, runSteps } from './steps.ts';
import { CLIENT_BUILD, INTEGRATION, JOURNEYS, ON_POSTGRES, QUICK, SIZES } from './test-steps.ts';

// In sequence where a step needs the result of another: the journeys use the build and both cores.
conclude([
  ...(await runSteps([...QUICK, CLIENT_BUILD])),
  ...(await runSteps([INTEGRATION, SIZES])),
  ...(await runSteps([ON_POSTGRES])),
  ...(await runSteps([JOURNEYS])),
]);
