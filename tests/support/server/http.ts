export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of anything else. */
  body: unknown;
  /** The cookie that came along, as it goes back: name=value. */
  cookie: string | undefined;
}

/** Posts JSON as a page of the server itself would. A header of '' is left out. */
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

/** One request as it is; a header of '' is left out. */
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

/** The code of a failed call, or undefined where the answer is none. */
export function codeOf({ body }: Answer): string | undefined {
  return (body as { error?: { code?: string } } | undefined)?.error?.code;
}
