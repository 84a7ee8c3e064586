import cookie from '@fastify/cookie';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import type { Config } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import { Forgetting } from './documents/forgetting.ts';
import { liveCall } from './documents/live.ts';
import { syncCall } from './documents/sync.ts';
import { replyErrors, sendError } from './error-replies.ts';
import { takeJsonBodies } from './json-body.ts';
import { NoticeWorker } from './notices/worker.ts';
import { requireOwnOrigin } from './origin.ts';
import { securityHeaders } from './pages/headers.ts';
import { servePages } from './pages/pages.ts';
import { logInCall } from './sign-in/log-in.ts';
import { logOutCall } from './sign-in/log-out.ts';
import { registerCall } from './sign-in/register.ts';
import { sessionsOf } from './sign-in/sessions.ts';
import { whoAmICall } from './sign-in/who-am-i.ts';

const LARGEST_BODY = 64 * 1024;
/** A request that takes longer to arrive than this is cut off, in ms. */
const SLOWEST_REQUEST = 30_000;

/** Builds the server on what it is given; the caller listens, closes it, and closes the store after it. */
export function createApp(dependencies: Dependencies): FastifyInstance {
  const { config, log } = dependencies;
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxiesTrusted(config),
    bodyLimit: LARGEST_BODY,
    requestTimeout: SLOWEST_REQUEST,
    // What still comes in on an open connection during a shutdown is answered like everything before it.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply, log),
  });
  const headers = securityHeaders(config.publicOrigin?.startsWith('https:') ?? false);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  replyErrors(app, log);
  requireOwnOrigin(app, config);
  takeJsonBodies(app);
  app.register(async (api) => addCalls(api, dependencies));
  servePages(app, dependencies.clientFolder);
  return app;
}

async function addCalls(api: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { store, config } = dependencies;
  const sessions = sessionsOf(dependencies);
  const notices = new NoticeWorker(dependencies);
  api.addHook('onClose', () => notices.stop());
  const forgetting = new Forgetting(dependencies);
  api.addHook('onClose', () => forgetting.stop());
  api.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  await api.register(cookie);
  registerCall(api, dependencies, sessions);
  logInCall(api, dependencies, sessions);
  logOutCall(api, sessions);
  whoAmICall(api, sessions);
  // A notice that is held back is found by the worker's own clock; looking for it at each commit would be for nothing.
  syncCall(api, dependencies, sessions, () => config.noticeHoldMs === 0 && notices.nudge());
  liveCall(api, dependencies, sessions);
  api.get('/api/health', async () => {
    await store.check();
    return { ok: true };
  });
}

/** The framework knows addresses; a count of proxies trusts that many hops before the server. */
function proxiesTrusted({ trustProxy }: Config): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
}
