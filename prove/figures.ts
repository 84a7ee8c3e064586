import type { Figure } from './figure.ts';
import { failedSync } from './figures/failed-sync.ts';
import { killedServer } from './figures/killed-server.ts';
import { model } from './figures/model.ts';
import { powerCut } from './figures/power-cut.ts';

/** Every figure that npm run prove measures. */
export const FIGURES: readonly Figure[] = [killedServer, powerCut, failedSync, model];
