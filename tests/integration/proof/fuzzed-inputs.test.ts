import { fuzzedInputs } from '#prove/figures/fuzzed-inputs.ts';
import { testFigure } from './test-figure.ts';

testFigure(fuzzedInputs, 500);
