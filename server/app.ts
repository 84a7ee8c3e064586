import cookie from '@fastify/cookie';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import type { CallErrorCode } from '#domain/protocol/calls.ts';
import { createAuthContext } from './auth/auth-context.ts';
import { registerAuthHandlers } from './auth/auth-handlers.ts';
import type { Config } from './config/config.ts';
import type { Dependencies } from './dependencies.ts';
import { registerExportHandlers } from './export/export-handlers.ts';
import { followingHandlers } from './following/following-handlers.ts';
import { CallError, registerErrorReplies, sendError } from './http/call-error.ts';
import { registerHealth } from './http/health.ts';
import { answerInOrder, refuseExpectations, refuseMalformed } from './http/malformed-requests.ts';
import { originOf, requireOwnOrigin } from './http/origin.ts';
import { acceptJsonBodies, registerCalls } from './http/register-call.ts';
import { requestIds } from './http/request-id.ts';
import { registerLinkHandlers } from './links/link-handlers.ts';
import { keepRefusedNumbers } from './links/refused-numbers.ts';
import { registerLiveCall } from './live/live-streams.ts';
import { REQUESTS } from './load-limits/limit-numbers.ts';
import { measure } from './metrics/measure-app.ts';
import { NoticeWorker } from './notices/notice-worker.ts';
import { dataHeaders, securityHeaders } from './pages/headers.ts';
import { servePages } from './pages/page-routes.ts';
import { parentHandlers } from './parents/parent-handlers.ts';
import { VERSION } from './process/version.ts';
import { AlertWorker } from './push/alert-worker.ts';
import { Push } from './push/push.ts';
import { pushHandlers } from './push/push-handlers.ts';
import { RetentionWorker } from './retention/retention-worker.ts';
import { registerSyncCall } from './sync/sync-handler.ts';

/** Another family's data, or data that is gone: the store cannot tell them apart. */
const DENIALS: readonly CallErrorCode[] = ['other-household', 'not-found'];

/** The caller listens, closes the app, and closes the store after it. */
export function createApp(dependencies: Dependencies): FastifyInstance {
  const { config, log, stopping, requestTimeoutMs = REQUESTS.timeout } = dependencies;
  const secure = securityHeaders(config);
  const headers = { ...secure, 'framme-version': VERSION };
  const ofData = { ...dataHeaders(secure), 'framme-version': VERSION };
  const addHeaders = ({ id, raw }: FastifyRequest, reply: FastifyReply) =>
    reply.headers(raw.url?.startsWith('/api/') ? ofData : headers).header('x-request-id', id);
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // By default each request builds its own logger.
    childLoggerFactory: (logger) => logger,
    // Fastify's own compilers of JSON schemas take 40 ms to load, and no route has such a schema.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    trustProxy: trustedProxies(config),
    genReqId: requestIds(config),
    bodyLimit: REQUESTS.largest,
    requestTimeout: requestTimeoutMs,
    // Node gives the body the longer timeout, and checks only every 30 s by default. It would
    // answer a missing Host itself, without our headers.
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / 10,
      requireHostHeader: false,
    },
    clientErrorHandler: refuseMalformed(headers),
    // Open connections are answered during a shutdown.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors(error, request, reply) {
      addHeaders(request, reply);
      sendError(error, request, reply, log);
    },
  });
  refuseExpectations(app, headers);
  answerInOrder(app);
  app.addHook('onRequest', (request, reply, done) => {
    addHeaders(request, reply);
    // Makes a proxy send its next request to another server.
    if (stopping?.aborted) reply.header('connection', 'close');
    // RFC 9112, 3.2: a request must have Host.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      done(new CallError('invalid-request'));
    else done();
  });
  if (dependencies.meter) measure(app, dependencies.meter, dependencies);
  registerErrorReplies(app, log);
  requireOwnOrigin(app, config);
  acceptJsonBodies(app);
  app.register(async (api) => addCalls(api, dependencies));
  registerHealth(app, dependencies);
  servePages(app, dependencies);
  return app;
}

async function addCalls(api: FastifyInstance, given: Dependencies): Promise<void> {
  const refusedNumbers = keepRefusedNumbers(given);
  api.addHook('onReady', () => refusedNumbers.begin());
  api.addHook('onClose', () => refusedNumbers.stop());
  const dependencies = { isNumberRefused: refusedNumbers.has, ...given };
  const { store, config, log } = dependencies;
  const notices = new NoticeWorker(dependencies);
  api.addHook('onClose', () => notices.stop());
  const push = new Push(dependencies, originOf(api, config));
  api.addHook('onReady', () => push.begin());
  const alerts = new AlertWorker(dependencies, push);
  api.addHook('onClose', () => alerts.stop());
  const retention = new RetentionWorker(dependencies);
  api.addHook('onClose', () => retention.stop());
  api.addHook('onReady', async () => retention.purgeNow());
  api.addHook('onRequest', (_request, reply, done) => {
    reply.header('cache-control', 'no-store');
    done();
  });
  await api.register(cookie);
  const context = createAuthContext(dependencies, originOf(api, config));
  const { events, limits, sessions } = context;
  registerAuthHandlers(api, context);
  registerErrorReplies(api, log, {
    onError: (request, code) => {
      if (code === 'not-signed-in') events.record(request, { event: 'session', outcome: 'refused' });
      const uid = sessions.knownAccount(request);
      if (uid !== undefined && DENIALS.includes(code))
        events.record(request, { event: 'access', outcome: 'refused', uid });
    },
    toRefuse: ({ ip }) => limits.fairShare.from(ip).refuse(),
  });
  // A notice held for an undo is not due yet: only the poll finds it, waking the worker would not.
  registerSyncCall(api, context, {
    onNotices: () => config.noticeHoldMs === 0 && notices.wake(),
    onKeepVisits: (household) => retention.expireNow(household),
    onRemovedChild: () => retention.purgeNow(),
  });
  registerLiveCall(api, context);
  registerLinkHandlers(api, context);
  registerCalls(api, followingHandlers(context));
  const onDeleted = () => {
    retention.scrubSoon();
    retention.purgeNow();
  };
  registerCalls(api, parentHandlers({ ...context, onMoved: onDeleted }));
  registerCalls(api, pushHandlers(context, push));
  registerExportHandlers(api, context, onDeleted);
  api.get('/api/health', async () => {
    await store.check();
    return { ok: true };
  });
}

function noSchemas(): never {
  throw new Error('A route has a JSON schema; valibot checks what comes in.');
}

/** A number trusts that many hops before the server. */
function trustedProxies({ trustProxy }: Config): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
}
