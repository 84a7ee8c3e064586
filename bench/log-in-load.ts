import { calls } from '#domain/protocol/calls.ts';

/** What the log-ins are told: how many at once, for how long, at which server, for whom. */
export interface LogInOrder {
  url: string;
  atOnce: number;
  ms: number;
  email: string;
}

/** What came of them: those whose password was looked at, and those that were told to come again. */
export interface LogInResult {
  hashed: number;
  late: number;
}

/** Log-ins in a process of its own, so many at once: each begins anew when it is answered. */
process.on('message', (order: LogInOrder) => {
  void press(order).then((result) => process.send?.(result));
});

async function press({ url, atOnce, ms, email }: LogInOrder): Promise<LogInResult> {
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
  await Promise.all(Array.from({ length: atOnce }, one));
  return result;
}

let count = 0;

/** For another e-mail each time, so that what is measured is the hashing and not the limits. */
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
