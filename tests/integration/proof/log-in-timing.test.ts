import { logInTiming } from '#prove/figures/timing.ts';
import { testFigure } from './test-figure.ts';

testFigure(logInTiming, { rounds: 24, control: 40 });
