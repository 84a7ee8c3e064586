import { twoInstances } from '#prove/figures/two-instances.ts';
import { testFigure } from './test-figure.ts';

testFigure(twoInstances, 2);
