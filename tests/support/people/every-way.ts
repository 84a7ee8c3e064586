import { calls } from '#domain/protocol/calls.ts';
import { type Answer, postJson } from '#tests/support/server/http.ts';
import { listenToVisit } from '#tests/support/server/live-stream.ts';
import { seeVisit } from './linked-visit.ts';

/** Asks a link in every way there is. Returns the replies, that of the stream first. */
export async function askEveryWay(url: string, link: string): Promise<Pick<Answer, 'status' | 'body'>[]> {
  const answer = { code: 'thanks' };
  const stream = await listenToVisit(url, link);
  await stream.ended;
  return [
    { status: stream.status, body: JSON.parse(stream.text) },
    await seeVisit(url, link),
    await seeVisit(url, link, { shown: true }),
    await postJson(url, calls.answerVisit.path, { link, answer }),
    await postJson(url, calls.storedByLink.path, { link }),
    await postJson(url, calls.refuseLinks.path, { link, remove: true }),
  ];
}
