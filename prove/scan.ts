import { proveAll } from './prove-all.ts';
import { SCANS } from './scans.ts';

// Usage: npm run scan [-- numbers of scans]. Runs external scanners against a server; each must first find a
// vulnerability made for it.
await proveAll(SCANS, process.argv.slice(2));
