export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON, or text. */
  body: unknown;
  /** The first cookie that was set: name=value. */
  cookie: string | undefined;
}

/** Posts JSON like a page of the app. A header of '' is left out. */
export function postJson(
  url: string,
  path: string,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(url + path, 'POST', JSON.stringify(message), {
    origin: url,
    'content-type': 'application/json',
    ...headers,
  });
}

export function get(url: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return send(url + path, 'GET', undefined, headers);
}

/** Sends a request; a header of '' is left out. */
export async function send(
  address: string,
  method: string,
  body: string | undefined,
  headers: Record<string, string>,
): Promise<Answer> {
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  const response = await fetch(address, { method, headers: given, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
    cookie: response.headers.getSetCookie()[0]?.split(';', 1)[0],
  };
}

/** Returns the error code of a failed call. */
export function codeOf({ body }: Pick<Answer, 'body'>): string | undefined {
  return (body as { error?: { code?: string } } | undefined)?.error?.code;
}
