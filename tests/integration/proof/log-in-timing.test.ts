import { logInTiming } from '#prove/figures/log-in-timing.ts';
import { testFigure } from './test-figure.ts';

testFigure(logInTiming);
