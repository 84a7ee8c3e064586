import { serveAltered } from './altered-server.ts';
import { withoutDeduplication } from './altered-store.ts';

await serveAltered(withoutDeduplication);
