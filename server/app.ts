import cookie from '@fastify/cookie';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import type { CallErrorCode } from '#domain/protocol/calls.ts';
import { createAuthContext, reviewParents } from './auth/auth-context.ts';
import { registerAuthCalls } from './auth/calls.ts';
import type { Config } from './config/config.ts';
import type { Dependencies } from './dependencies.ts';
import { registerExportCalls } from './export/calls.ts';
import { followingCalls } from './following/calls.ts';
import { CallError } from './http/call-error.ts';
import { registerErrorReplies, sendError } from './http/error-replies.ts';
import { registerHealth } from './http/health.ts';
import { acceptJsonBodies } from './http/json-body.ts';
import { answerInOrder, refuseExpectations, refuseMalformed } from './http/malformed-requests.ts';
import { originOf, requireOwnOrigin } from './http/origin.ts';
import { registerCalls } from './http/register-call.ts';
import { requestIds } from './http/request-id.ts';
import { LARGEST_BODY, REQUEST_TIMEOUT_MS } from './limits.ts';
import { registerLinkCalls } from './links/calls.ts';
import { RefusedNumbers } from './links/refused-numbers.ts';
import { registerLiveCall } from './live/live.ts';
import { countRequests, watchQueues, watchStore } from './metrics/measure-app.ts';
import { NoticeWorker } from './notices/worker.ts';
import { dataHeaders, securityHeaders } from './pages/headers.ts';
import { servePages } from './pages/pages.ts';
import { parentCalls } from './parents/calls.ts';
import { VERSION } from './process/version.ts';
import { AlertWorker } from './push/alert-worker.ts';
import { pushCalls } from './push/calls.ts';
import { Push } from './push/push.ts';
import { RetentionWorker } from './retention/retention-worker.ts';
import { registerSyncCall } from './sync/sync.ts';

/** The answers to an account that calls for another family's data; it may also be gone, which the store does not tell apart. */
const DENIALS: readonly CallErrorCode[] = ['other-household', 'not-found'];

/** Creates the server; the caller listens, closes it, and closes the store after it. */
export function createApp(dependencies: Dependencies): FastifyInstance {
  const { config, log, stopping, requestTimeoutMs = REQUEST_TIMEOUT_MS } = dependencies;
  const secure = securityHeaders(config);
  const headers = { ...secure, 'framme-version': VERSION };
  const ofData = { ...dataHeaders(secure), 'framme-version': VERSION };
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // By default each request builds a logger of its own.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustedProxies(config),
    genReqId: requestIds(config),
    bodyLimit: LARGEST_BODY,
    requestTimeout: requestTimeoutMs,
    // The body gets the longer of the two timeouts; by default Node checks for late requests only every 30 s.
    // Node would answer a request without a Host by itself, and without the headers.
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / 10,
      requireHostHeader: false,
    },
    clientErrorHandler: refuseMalformed(headers),
    // Requests on open connections during a shutdown are answered normally.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply, log),
  });
  answerInOrder(app);
  app.addHook('onRequest', ({ id, raw, headers: { host } }, reply, done) => {
    reply.headers(raw.url?.startsWith('/api/') ? ofData : headers).header('x-request-id', id);
    // A proxy sends its next request to another server.
    if (stopping?.aborted) reply.header('connection', 'close');
    // RFC 9112, 3.2.
    if (host === undefined && raw.httpVersion === '1.1') done(new CallError('invalid-request'));
    else done();
  });
  if (dependencies.meter) countRequests(app, dependencies.meter);
  refuseExpectations(app, headers);
  registerErrorReplies(app, log);
  requireOwnOrigin(app, config);
  acceptJsonBodies(app);
  app.register(async (api) => addCalls(api, dependencies));
  registerHealth(app, dependencies);
  servePages(app, dependencies);
  return app;
}

async function addCalls(api: FastifyInstance, given: Dependencies): Promise<void> {
  const refusedNumbers = new RefusedNumbers(given);
  api.addHook('onReady', () => refusedNumbers.begin());
  api.addHook('onClose', () => refusedNumbers.stop());
  const dependencies = { isNumberRefused: refusedNumbers.has, ...given };
  const { store, config, meter, log } = dependencies;
  if (meter) watchQueues(meter, dependencies);
  if (meter) watchStore(meter, dependencies);
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
  const { events, pace, sessions } = context;
  api.addHook('onReady', async () => reviewParents(context));
  registerAuthCalls(api, context);
  registerErrorReplies(api, log, {
    onError: (request, code) => {
      if (code === 'not-signed-in') events.record(request, { event: 'session', outcome: 'refused' });
      const uid = sessions.knownAccount(request);
      if (uid !== undefined && DENIALS.includes(code))
        events.record(request, { event: 'access', outcome: 'refused', uid });
    },
    toRefuse: ({ ip }) => pace.from(ip).refuse(),
  });
  // A notice that is held for an undo is found by the worker's poll; a nudge at its commit would find nothing.
  registerSyncCall(api, context, {
    onNotices: () => config.noticeHoldMs === 0 && notices.nudge(),
    onKeepVisits: (household) => retention.expireNow(household),
    onRemovedChild: () => retention.purgeNow(),
  });
  registerLiveCall(api, context);
  registerLinkCalls(api, context);
  registerCalls(api, followingCalls(context));
  const onDeleted = () => {
    retention.scrubSoon();
    retention.purgeNow();
  };
  registerCalls(api, parentCalls({ ...context, onMoved: onDeleted }));
  registerCalls(api, pushCalls(context, push));
  registerExportCalls(api, context, onDeleted);
  api.get('/api/health', async () => {
    await store.check();
    return { ok: true };
  });
}

/** Fastify takes addresses; a number of proxies trusts that many hops before the server. */
function trustedProxies({ trustProxy }: Config): NonNullable<FastifyServerOptions['trustProxy']> {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
}
