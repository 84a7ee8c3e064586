import { visitLinks } from '#prove/figures/visit-links.ts';
import { testFigure } from './test-figure.ts';

testFigure(visitLinks, { rounds: 1 });
