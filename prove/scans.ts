import type { Figure } from './figure.ts';
import { contentPolicy } from './scans/content-policy.ts';
import { ffuf } from './scans/ffuf.ts';
import { sqlmap } from './scans/sqlmap.ts';
import { wapiti } from './scans/wapiti.ts';

/** The scans that npm run scan makes. */
export const SCANS: readonly Figure[] = [sqlmap, ffuf, wapiti, contentPolicy];
