import { formatWithOptions } from 'node:util';
import { afterEach, beforeEach } from 'vitest';
import { forgetComplaints, recordComplaint, unsettledComplaints } from './console-output.ts';

// An unhandled rejection fails the run by itself: Vitest reports it.
for (const method of ['error', 'warn'] as const) {
  console[method] = (...parts: unknown[]) => {
    recordComplaint({ method, text: formatWithOptions({ colors: false }, ...parts) });
  };
}

beforeEach(forgetComplaints);

afterEach(() => {
  const unsettled = unsettledComplaints();
  forgetComplaints();
  if (unsettled.length > 0) throw new Error(unsettled.join('\n'));
});
