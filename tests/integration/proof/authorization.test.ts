import { authorization } from '#prove/figures/authorization.ts';
import { testFigure } from './test-figure.ts';

testFigure(authorization, 1);
