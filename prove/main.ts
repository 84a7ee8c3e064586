import { FIGURES } from './figures.ts';
import { proveAll } from './prove-all.ts';

// Usage: npm run prove [-- --short] [numbers of figures]
await proveAll(FIGURES, process.argv.slice(2));
