import { CLIENT_BUILD, INTEGRATION, JOURNEYS, ON_POSTGRES, QUICK, SIZES } from './all-steps.ts';
import { conclude, runSteps } from './steps.ts';

// One after the other where one needs what another made: the journeys walk through the build, on both cores.
conclude([
  ...(await runSteps([...QUICK, CLIENT_BUILD])),
  ...(await runSteps([INTEGRATION, SIZES])),
  ...(await runSteps([ON_POSTGRES])),
  ...(await runSteps([JOURNEYS])),
]);
