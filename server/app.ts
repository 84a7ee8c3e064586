import cookie from '@fastify/cookie';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import { registerAuthCalls } from './auth/calls.ts';
import type { Config } from './config/config.ts';
import type { Dependencies } from './dependencies.ts';
import { registerExportCalls } from './export/calls.ts';
import { replyErrors, sendError } from './http/error-replies.ts';
import { takeJsonBodies } from './http/json-body.ts';
import { originOf, requireOwnOrigin } from './http/origin.ts';
import { liveCall } from './live/live.ts';
import { NoticeWorker } from './notices/worker.ts';
import { securityHeaders } from './pages/headers.ts';
import { servePages } from './pages/pages.ts';
import { RetentionWorker } from './retention/retention-worker.ts';
import { syncCall } from './sync/sync.ts';

const LARGEST_BODY = 64 * 1024;
/** A request that takes longer to arrive than this is cut off, in ms. */
const SLOWEST_REQUEST = 30_000;

/** Builds the server on what it is given; the caller listens, closes it, and closes the store after it. */
export function createApp(dependencies: Dependencies): FastifyInstance {
  const { config, log, slowestRequest = SLOWEST_REQUEST } = dependencies;
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxiesTrusted(config),
    bodyLimit: LARGEST_BODY,
    requestTimeout: slowestRequest,
    // Node gives the body the longer of the two times, whichever that is, and looks every 30 s who is late.
    http: { headersTimeout: slowestRequest, connectionsCheckingInterval: slowestRequest / 10 },
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
  servePages(app, dependencies);
  return app;
}

async function addCalls(api: FastifyInstance, dependencies: Dependencies): Promise<void> {
  const { store, config } = dependencies;
  const notices = new NoticeWorker(dependencies);
  api.addHook('onClose', () => notices.stop());
  const retention = new RetentionWorker(dependencies);
  api.addHook('onClose', () => retention.stop());
  api.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  await api.register(cookie);
  const sessions = registerAuthCalls(api, dependencies, originOf(api, config));
  // A notice that is held back is found by the worker's own clock; looking for it at each commit would be for nothing.
  syncCall(api, dependencies, sessions, {
    onNotices: () => config.noticeHoldMs === 0 && notices.nudge(),
    onKeepVisits: (household) => retention.expireNow(household),
  });
  liveCall(api, dependencies, sessions);
  registerExportCalls(api, dependencies, sessions, () => retention.scrubSoon());
  api.get('/api/health', async () => {
    await store.check();
    return { ok: true };
  });
}

/** The framework knows addresses; a count of proxies trusts that many hops before the server. */
function proxiesTrusted({ trustProxy }: Config): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
}
