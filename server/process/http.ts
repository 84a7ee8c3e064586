/**
 * Node's HTTP, not imported: an import copies all that it exports, a WebSocket among it, and loading the library of that takes
 * a fifth of the start of a command.
 */
export const { createServer, IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http');
