import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The status of requests that Node's parser refuses, by its error; any other is 400. */
const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
};

/** Returns Fastify's handler of requests that are no HTTP: they reach no route, and their reply bears the headers too. */
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

/** Answers what Node would answer by itself, without the headers: an expectation that it does not know. */
export function refuseExpectations(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...headers, 'content-length': '0' }).end();
  });
}

/**
 * Holds a pipelined request (RFC 9112, 9.3.2) back until the one before it is answered, when Node gives its response the socket;
 * never, if the connection closes: many requests in one piece, given up, would each cost a session look-up. Browsers and nginx
 * send none.
 */
export function answerInOrder(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, { raw: response }, done) => {
    if (response.socket) done();
    else response.once('socket', (socket: Socket) => void (socket.destroyed || done()));
  });
}
