/** An event of a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
  /** The last `id` that the stream has sent, in this event or an earlier event. */
  readonly id: string;
}

/** Functions that are called for parts of a stream that are not events. */
export interface StreamWatch {
  /** Called when any bytes arrive, even a comment. */
  alive(): void;
  /** Called when the stream sets the milliseconds before the client connects again. */
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
      // A `\r` at the end of a chunk may be the first half of `\r\n`, so this `\r` does not end a line yet.
      const lines = text.split(/\r\n|\n|\r(?!$)/);
      text = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Returns the name and the value of a field, which is one line. The name of a comment is empty. */
function fieldOf(line: string): [name: string, value: string] {
  const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
  return [name, value];
}

/**
 * Yields the events of a stream. Drops the last event if no empty line follows, because the event may be
 * incomplete.
 */
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
