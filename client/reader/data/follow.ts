import type * as v from 'valibot';
import type { followingCalls } from '#domain/protocol/following-calls.ts';
import { codeOf, limited, send } from './calls.ts';

/** The entry of the app in localStorage that says who is signed in (client/data/device/stored-session.ts). */
export const ACCOUNT_KEY = 'framme.account';

type Ask = (typeof followingCalls)['askToFollow'];
const PATH: Ask['path'] = '/api/following/ask';

/** `asked`: the host sees the question. `ended`: the sign-in is over, or of another family than the device says. */
export type Asked = 'asked' | 'ended' | 'dead' | 'full' | 'busy' | 'offline';

const MEANINGS: Record<string, Asked> = {
  'not-signed-in': 'ended',
  'account-gone': 'ended',
  'other-household': 'ended',
  'link-expired': 'dead',
  'follower-limit': 'full',
  'too-many-requests': 'busy',
};

/** Returns the id of the family that is signed in on this device; undefined if there is none, or it cannot be read. */
export function ownHousehold(): string | undefined {
  try {
    const { household }: { household?: unknown } = Object(
      JSON.parse(localStorage.getItem(ACCOUNT_KEY) ?? ''),
    );
    return typeof household === 'string' ? household : undefined;
  } catch {
    return undefined;
  }
}

/** Asks to follow the child of the link. */
export async function askToFollow(request: v.InferInput<Ask['request']>): Promise<Asked> {
  try {
    const response = await send(PATH, request, limited(undefined));
    if (response.status === 200) return 'asked';
    return MEANINGS[(await codeOf(response)) ?? ''] ?? 'offline';
  } catch {
    return 'offline';
  }
}
