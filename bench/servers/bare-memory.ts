import { serveTaps } from './bare-http.ts';

/** The floor of a request: `node:http` and JSON, nothing looked up and nothing stored. */
serveTaps(async () => true);
