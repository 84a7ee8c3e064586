import { Events, type JWK, type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server';
import { onTestFinished } from 'vitest';

type Claims = Record<string, unknown>;

/** An OpenID Connect provider whose answers a test can change. */
export interface MockOpenIdProvider {
  url: string;
  /** Claims of its ID tokens; `undefined` removes one. */
  person: Claims;
  /** Claims of its userinfo endpoint; 500 makes it fail. */
  userinfo: Claims | 500;
  /** Changes an ID token before it is signed. */
  changeToken: (payload: Claims) => unknown;
  /** Changes the reply of the token endpoint. */
  changeTokenReply: (answer: MutableResponse) => unknown;
  /** Changes the discovery document. */
  changeDiscovery: (documents: MutableResponse) => unknown;
  /** Requests to its authorization endpoint, by browsers. */
  authorizationRequests: URL[];
  /** Requests to its token endpoint, by our server. */
  tokenRequests: Claims[];
  stop: () => Promise<void>;
}

export const KNOWN_PERSON = {
  sub: 'subject-1',
  email: 'anna@example.org',
  email_verified: true,
  given_name: 'Anna',
  family_name: 'Berg',
};

/** A path that never answers. */
export const HANGING = '/hanging';

/** Generating one takes longer than a test. */
let key: JWK | undefined;

/** Starts one on a free port; it stops with the test. */
export async function startMockOpenIdProvider(): Promise<MockOpenIdProvider> {
  const mock = await launchMockOpenIdProvider();
  onTestFinished(mock.stop);
  return mock;
}

/** Starts one that its caller stops. */
export async function launchMockOpenIdProvider(): Promise<MockOpenIdProvider> {
  const server = new OAuth2Server();
  key ??= await server.issuer.keys.generate('RS256');
  await server.issuer.keys.add(key);
  await server.start(0, 'localhost');
  const stop = async () => {
    if (server.listening) await server.stop();
  };
  const mock: MockOpenIdProvider = {
    url: server.issuer.url ?? '',
    person: { ...KNOWN_PERSON },
    userinfo: {},
    changeToken: () => {},
    changeTokenReply: () => {},
    changeDiscovery: () => {},
    authorizationRequests: [],
    tokenRequests: [],
    stop,
  };
  const { service } = server;
  service.addRoute('POST', HANGING, () => {});
  service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    // Only the ID token has an audience; the access token is signed too.
    if (!('aud' in payload)) return;
    Object.assign(payload, mock.person);
    mock.changeToken(payload);
  });
  service.on(Events.BeforeResponse, (answer: MutableResponse, request: { body: Claims }) => {
    mock.tokenRequests.push(request.body);
    mock.changeTokenReply(answer);
  });
  service.on(Events.BeforeWellKnownOpenIdConfiguration, (documents: MutableResponse) =>
    mock.changeDiscovery(documents),
  );
  service.on(Events.BeforeUserinfo, (answer: MutableResponse) => {
    if (mock.userinfo === 500) answer.statusCode = 500;
    else answer.body = { sub: mock.person.sub, ...mock.userinfo };
  });
  service.on(Events.BeforeAuthorizeRedirect, (_redirect: unknown, request: { url?: string }) =>
    mock.authorizationRequests.push(new URL(request.url ?? '', mock.url)),
  );
  return mock;
}
