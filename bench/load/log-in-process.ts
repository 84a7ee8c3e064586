import { calls } from '#domain/protocol/calls.ts';

/** An order for log-ins: how many at once, for how long, at which server. */
export interface LogInOrder {
  url: string;
  concurrency: number;
  ms: number;
  email: string;
}

/** The number of log-ins whose password was hashed, and of those answered with 503. */
export interface LogInResult {
  hashed: number;
  late: number;
}

/** A separate process that keeps so many log-ins under way. */
process.on('message', (order: LogInOrder) => {
  void runWindow(order).then((result) => process.send?.(result));
});

async function runWindow({ url, concurrency, ms, email }: LogInOrder): Promise<LogInResult> {
  const result: LogInResult = { hashed: 0, late: 0 };
  const end = performance.now() + ms;
  const one = async (): Promise<void> => {
    while (performance.now() < end) {
      const status = await logIn(url, email);
      if (status === 401) result.hashed += 1;
      else if (status === 503) result.late += 1;
      else throw new Error(`a log-in answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return result;
}

let count = 0;

/** Uses a new e-mail each time, so that hashing is measured and not the rate limits. */
async function logIn(url: string, email: string): Promise<number> {
  count += 1;
  const response = await fetch(url + calls.logIn.path, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${count}${email}`, password: 'gissning' }),
  });
  await response.arrayBuffer();
  return response.status;
}
