import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/**
 * A mock of Facebook by its documentation: OAuth 2.0 without OpenID Connect, its own error format, and
 * appsecret_proof.
 */
export interface MockFacebook {
  url: string;
  /** The person's fields; a person without an e-mail has no such field. */
  person: Record<string, unknown>;
  /** The person's choice in the dialog. */
  choice: 'agree' | 'cancel';
  requests: URL[];
}

export const FACEBOOK_SECRET = 'facebook-geheim';

interface Given {
  challenge: string | null;
  redirect: string;
}

export async function startMockFacebook(): Promise<MockFacebook> {
  const facebook: MockFacebook = { url: '', person: {}, choice: 'agree', requests: [] };
  const codes = new Map<string, Given>();
  const tokens = new Set<string>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', facebook.url);
    facebook.requests.push(url);
    if (url.pathname === '/dialog/oauth') showDialog(facebook, url, codes, response);
    else if (url.pathname === '/oauth/access_token') void giveToken(request, codes, tokens, response);
    else if (url.pathname === '/me') sayWho(facebook, request, url, tokens, response);
    else refuse(response, 404);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  facebook.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return facebook;
}

function showDialog(
  { choice }: MockFacebook,
  { searchParams }: URL,
  codes: Map<string, Given>,
  response: ServerResponse,
): void {
  const back = new URL(searchParams.get('redirect_uri') ?? '');
  const redirect = back.href;
  if (choice === 'cancel') {
    back.search = new URLSearchParams({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    }).toString();
  } else {
    const code = randomUUID();
    codes.set(code, { challenge: searchParams.get('code_challenge'), redirect });
    back.searchParams.set('code', code);
  }
  back.searchParams.set('state', searchParams.get('state') ?? '');
  back.hash = '_=_';
  response.writeHead(302, { location: back.href }).end();
}

async function giveToken(
  request: IncomingMessage,
  codes: Map<string, Given>,
  tokens: Set<string>,
  response: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(await text(request));
  const code = form.get('code') ?? '';
  const given = codes.get(code);
  codes.delete(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const isRight =
    form.get('client_secret') === FACEBOOK_SECRET &&
    given?.redirect === form.get('redirect_uri') &&
    given.challenge === challenge;
  if (!isRight) return refuse(response, 400);
  const token = randomUUID();
  tokens.add(token);
  sendJson(response, 200, { access_token: token, token_type: 'bearer', expires_in: 5_183_944 });
}

function sayWho(
  { person }: MockFacebook,
  { headers }: IncomingMessage,
  { searchParams }: URL,
  tokens: Set<string>,
  response: ServerResponse,
): void {
  const token = headers.authorization?.replace('Bearer ', '') ?? '';
  const proof = createHmac('sha256', FACEBOOK_SECRET).update(token).digest('hex');
  const isOurs = tokens.has(token) && searchParams.get('appsecret_proof') === proof;
  const fields = (searchParams.get('fields') ?? '').split(',');
  const said = Object.entries(person).filter(([name]) => fields.includes(name));
  if (isOurs) sendJson(response, 200, Object.fromEntries(said));
  else refuse(response, 400);
}

function refuse(response: ServerResponse, status: number): void {
  const error = { message: 'Invalid OAuth request, says Facebook.', type: 'OAuthException', code: 100 };
  sendJson(response, status, { error });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}
