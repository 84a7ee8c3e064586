import { ensureClientBuilt } from './client-build.ts';

if (ensureClientBuilt()) console.log('The client has been built.');

// In this very process, so that signals reach the server without a go-between.
await import('#server/main.ts');
