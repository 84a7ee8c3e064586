import { ensureClientBuilt } from './client-build.ts';

if (ensureClientBuilt()) console.log('The client has been built.');

// In this process, so that signals reach the server directly.
await import('#server/main.ts');
