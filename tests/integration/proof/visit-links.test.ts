import { visitLinks } from '#prove/figures/visit-links.ts';
import { testFigure } from './test-figure.ts';

// In a story of its own a page may never get as far as a stream.
testFigure(visitLinks, 4);
