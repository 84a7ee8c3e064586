import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export interface LoginProxy {
  /** A browser that is not logged in at the proxy gets its log-in page, at another origin, for any request. */
  isLoggedIn: boolean;
  close(): Promise<void>;
}

/** Starts a proxy with a log-in of its own on a port, in front of a server of this machine. */
export async function startLoginProxy(port: number, server: string): Promise<LoginProxy> {
  const proxy = { isLoggedIn: true };
  const logIn = `http://127.0.0.1:${port}/proxy-log-in`;
  const listener = createServer((asked, reply) => {
    const url = new URL(asked.url ?? '/', `http://${asked.headers.host}`);
    if (url.pathname === '/proxy-log-in') return answerLogIn(proxy, url, reply);
    if (proxy.isLoggedIn) return pass(asked, reply, server);
    reply.writeHead(302, { location: `${logIn}?to=${encodeURIComponent(url.href)}` }).end();
  }).listen(port, '127.0.0.1');
  await once(listener, 'listening');
  return Object.assign(proxy, {
    close: async () => {
      listener.closeAllConnections();
      listener.close();
      await once(listener, 'close');
    },
  });
}

/** A page with one link, which logs in and leads back. */
function answerLogIn(proxy: { isLoggedIn: boolean }, url: URL, reply: ServerResponse): void {
  const to = url.searchParams.get('to') ?? '';
  if (url.searchParams.has('yes')) {
    proxy.isLoggedIn = true;
    reply.writeHead(302, { location: to }).end();
    return;
  }
  const address = `/proxy-log-in?yes&to=${encodeURIComponent(to)}`;
  reply
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<a href="${address.replaceAll('&', '&amp;')}">Log in</a>`);
}

function pass(asked: IncomingMessage, reply: ServerResponse, server: string): void {
  const { method = 'GET', headers, url = '/' } = asked;
  const passed = request(server + url, { method, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
  passed.on('error', () => reply.destroy());
  reply.on('close', () => passed.destroy());
  asked.pipe(passed);
}
