/** Generates the events of a stream (server-sent events) as they come, each as its text. */
export async function* framesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncIterable<string> {
  let unread = '';
  for await (const part of body.pipeThrough(new TextDecoderStream())) {
    const frames = (unread + part).split('\n\n');
    unread = frames.pop() ?? '';
    yield* frames;
  }
}
