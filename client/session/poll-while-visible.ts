import type { Household } from '#client/data/port.ts';
import { isReachable } from './use-household.ts';

/** Undefined at the start, once the server can be reached, and when the profile's `followingAt` changes. */
export type PollCause = Event | 'interval' | undefined;

interface PollOptions {
  /** Polls only while this household reaches the server. */
  household?: Pick<Household, 'subscribe' | 'view'>;
  /** More events to look on, beside the page becoming visible. */
  on?: readonly (readonly [EventTarget | undefined, type: string])[];
}

/** Every `ms` and on events, but never while the page is hidden; the result stops it. */
export function pollWhileVisible(
  ms: number,
  look: (cause: PollCause) => unknown,
  { household, on = [] }: PollOptions = {},
): () => void {
  let isOn = household === undefined;
  let newsAt: string | undefined;
  const poll = (cause: PollCause) => {
    if (isOn && document.visibilityState === 'visible') look(cause);
  };
  const follow = () => {
    if (!household) return;
    const before = { isOn, newsAt };
    const { profile, ...view } = household.view();
    isOn = view.sessionConfirmed && isReachable(view);
    newsAt = profile?.followingAt;
    if (!before.isOn || before.newsAt !== newsAt) poll(undefined);
  };
  const listening = new AbortController();
  for (const [target, type] of [[document, 'visibilitychange'] as const, ...on])
    target?.addEventListener(type, poll, listening);
  const timer = setInterval(poll, ms, 'interval');
  const stop = household?.subscribe(follow);
  follow();
  return () => {
    listening.abort();
    clearInterval(timer);
    stop?.();
  };
}
