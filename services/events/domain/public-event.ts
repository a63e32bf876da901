import type { AnyEvent } from '#contracts/events.ts';

/** A member's name as the interface writes names: `productId` is `product_id`. */
function publicName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function publicValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publicValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [publicName(name), publicValue(one)]));
}

/** What a receiver gets: the event's id, type, time (ISO 8601, UTC) and data, with the interface's kind of names. */
export function publicEvent({ id, type, at, data }: AnyEvent | TestEvent): Readonly<Record<string, unknown>> {
  // The name of the write is for the inside: receivers know a change by the cart and its revision.
  const { write: _write, ...shown } = { write: undefined, ...data };
  return { id, type, created_at: new Date(at).toISOString(), data: publicValue(shown) };
}

/** What an operator has sent to see whether a receiver is there. */
export interface TestEvent {
  readonly id: string;
  readonly type: 'webhook.test';
  readonly at: number;
  readonly data: { readonly webhook: string };
}
