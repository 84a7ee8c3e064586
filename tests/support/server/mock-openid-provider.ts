import { Events, type MutableResponse, type MutableToken, OAuth2Server } from 'oauth2-mock-server';
import { onTestFinished } from 'vitest';

type Claims = Record<string, unknown>;

/** An OpenID Connect provider that answers as oddly as a test wants it to. */
export interface OddProvider {
  url: string;
  /** What its tokens say of the person; `undefined` takes a claim out. */
  person: Claims;
  /** What it says of them where it is asked with the token; 500 fails. */
  userinfo: Claims | 500;
  /** Bends an identity token before it is signed. */
  bend: (payload: Claims) => unknown;
  /** Bends the answer that holds the tokens. */
  bendAnswer: (answer: MutableResponse) => unknown;
  /** Bends what is known of the provider. */
  bendDocuments: (documents: MutableResponse) => unknown;
  /** What it was asked for by the browsers sent to it, and by the server behind them. */
  asked: URL[];
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

/** A path that hangs. */
export const HANGING = '/hanging';

/** Starts one on a free port of this machine; it ends with the test. */
export async function startOddProvider(): Promise<OddProvider> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, 'localhost');
  const stop = async () => {
    if (server.listening) await server.stop();
  };
  onTestFinished(stop);
  const odd: OddProvider = {
    url: server.issuer.url ?? '',
    person: { ...KNOWN_PERSON },
    userinfo: {},
    bend: () => {},
    bendAnswer: () => {},
    bendDocuments: () => {},
    asked: [],
    tokenRequests: [],
    stop,
  };
  const { service } = server;
  // Takes what is sent there, and never answers.
  service.addRoute('POST', HANGING, () => {});
  service.on(Events.BeforeTokenSigning, ({ payload }: MutableToken) => {
    // The access token is signed too; only the other one names an audience.
    if (!('aud' in payload)) return;
    Object.assign(payload, odd.person);
    odd.bend(payload);
  });
  service.on(Events.BeforeResponse, (answer: MutableResponse, request: { body: Claims }) => {
    odd.tokenRequests.push(request.body);
    odd.bendAnswer(answer);
  });
  service.on(Events.BeforeWellKnownOpenIdConfiguration, (documents: MutableResponse) =>
    odd.bendDocuments(documents),
  );
  service.on(Events.BeforeUserinfo, (answer: MutableResponse) => {
    if (odd.userinfo === 500) answer.statusCode = 500;
    else answer.body = { sub: odd.person.sub, ...odd.userinfo };
  });
  service.on(Events.BeforeAuthorizeRedirect, (_redirect: unknown, request: { url?: string }) =>
    odd.asked.push(new URL(request.url ?? '', odd.url)),
  );
  return odd;
}
