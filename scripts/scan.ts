import { proveAll } from '#prove/prove-all.ts';
import { SCANS } from '#prove/scans.ts';

// npm run scan [-- numbers of scans]: other people's scanners against a started server, each after a flaw planted for it.
await proveAll(SCANS, process.argv.slice(2));
