import { killedServer } from '#prove/figures/killed-server.ts';
import { testFigure } from './test-figure.ts';

testFigure(killedServer, 2);
