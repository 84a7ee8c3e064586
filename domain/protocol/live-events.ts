/**
 * What a stream says: a page of the feed; that something changed and a sync is to ask what; why it ends; that it lives.
 * The id of `changes` is the household's version, so that Last-Event-ID resumes exactly there.
 */
export const liveEvents = ['changes', 'changed', 'closed', 'heartbeat'] as const;
export type LiveEvent = (typeof liveEvents)[number];
