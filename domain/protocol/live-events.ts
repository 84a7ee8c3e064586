/**
 * The server-sent events of a live stream: a page of changes; a hint to sync; the reason for the end; a heartbeat. The id of
 * `changes` is the household's version, so that Last-Event-ID resumes exactly there.
 */
export const liveEvents = ['changes', 'changed', 'closed', 'heartbeat'] as const;
export type LiveEvent = (typeof liveEvents)[number];
