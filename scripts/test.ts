import { conclude, runSteps, type Step } from './steps.ts';
import { CHECKS, CLIENT_BUILD, INTEGRATION, JOURNEYS, SIZES, short } from './test-steps.ts';

// npm test; with --full npm run test:full.
const of = (step: Step) => (process.argv.includes('--full') ? step : short(step));

// The journeys need the client build, and each of the two long steps keeps all cores busy by itself.
conclude([
  ...(await runSteps([...CHECKS, CLIENT_BUILD])),
  ...(await runSteps([of(INTEGRATION), SIZES])),
  ...(await runSteps([of(JOURNEYS)])),
]);
