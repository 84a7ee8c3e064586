import type { Page } from '@playwright/test';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { intercept } from './intercept.ts';

/**
 * Answers every command of a name with a refusal, as the server would; everything else reaches the server. Returns the
 * function that lets all through again. The refusals arrive once `held` has resolved.
 */
export function refuse(
  page: Page,
  name: string,
  refusal: Refusal,
  held?: () => Promise<void>,
): Promise<() => void> {
  return intercept(page, '**/api/sync', async (route) => {
    const request = route.request().postDataJSON() as SyncRequest;
    const refused = request.ops.filter((op) => op.name === name);
    // Asked for here, it could outlive the test.
    if (refused.length === 0) return route.continue();
    const ops = request.ops.filter((op) => op.name !== name);
    const response = await route.fetch({ postData: { ...request, ops } });
    const reply = (await response.json()) as SyncReply;
    const outcomes = refused.map(({ op }) => ({ op, result: 'refused', refusal }) as const);
    await held?.();
    await route.fulfill({ response, json: { ...reply, outcomes: [...reply.outcomes, ...outcomes] } });
  });
}
