/** Not imported: an import also loads Node's WebSocket, a fifth of a command's start. */
export const { createServer, IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http');
