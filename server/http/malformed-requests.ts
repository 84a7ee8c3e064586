import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** By the error of Node's parser; any other is 400. */
const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

/** Such requests reach no route, but their reply needs the security headers. */
export function refuseMalformed(headers: Readonly<Record<string, string>>) {
  return ({ code = '' }: { code?: string }, socket: Socket): void => {
    if (code === 'ECONNRESET' || socket.destroyed) return;
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const lines = Object.entries({
      ...headers,
      'cache-control': 'no-store',
      connection: 'close',
      'content-length': '0',
    });
    const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
    socket.end(`HTTP/1.1 ${STATUS[code] ?? '400 Bad Request'}\r\n${head}\r\n\r\n`, () => socket.destroy());
  };
}

/** Node would answer an unknown Expect without the headers. */
export function refuseExpectations(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, 'content-length': '0' }).end();
  });
}

/**
 * Waits until Node gives a pipelined request (RFC 9112, 9.3.2) its socket, forever if the
 * connection closed: abandoned requests would each cost a session lookup. Browsers and nginx do not
 * pipeline.
 */
export function answerInOrder(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, { raw: response }, done) => {
    if (response.socket) done();
    else response.once('socket', (socket: Socket) => void (socket.destroyed || done()));
  });
}
