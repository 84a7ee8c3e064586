import { test } from 'vitest';

// Each of these must fail; tests/fail-on-console.test.ts runs them and counts.
test('console.error', () => console.error('unexpected'));

test('console.warn', () => console.warn('unexpected'));

test('an unhandled rejection', async () => {
  void Promise.reject(new Error('nobody waits for this'));
  await new Promise((resolve) => setTimeout(resolve, 20));
});
