import { ensureClientBuilt } from '#scripts/client-build.ts';
import { FIGURES } from './figures.ts';
import { proveAll } from './prove-all.ts';

// Usage: npm run prove [-- --short] [numbers of figures]
// Without a built client every page answers 503, which the fuzzing would count as a failure.
ensureClientBuilt();
await proveAll(FIGURES, process.argv.slice(2));
