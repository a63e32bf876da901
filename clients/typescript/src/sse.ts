/** An event of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
  /** The last `id` of the stream up to this event. */
  readonly id: string;
}

/** What a stream tells beside its events. */
export interface StreamWatch {
  /** Something has arrived, if only a comment. */
  alive(): void;
  /** Milliseconds before the client connects again. */
  retry(ms: number): void;
}

/** Yields the lines of a stream. */
async function* linesOf(body: ReadableStream<Uint8Array>, watch: StreamWatch): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      watch.alive();
      text += decoder.decode(value, { stream: true });
      // A carriage return at the end may be the first half of a line's end.
      const lines = text.split(/\r\n|\n|\r(?!$)/);
      text = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the field of a line; a comment has no name. */
function fieldOf(line: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
  return [name, value];
}

/** Yields the events of a stream. An event without its empty line at the end is dropped. */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  watch: StreamWatch,
): AsyncGenerator<ServerSentEvent> {
  let id = '';
  let event = 'message';
  let data: string[] = [];
  for await (const line of linesOf(body, watch)) {
    const [name, value] = fieldOf(line);
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id') id = value;
    else if (name === 'retry') watch.retry(Number(value));
    if (line !== '') continue;
    if (data.length > 0) yield { event, data: data.join('\n'), id };
    event = 'message';
    data = [];
  }
}
