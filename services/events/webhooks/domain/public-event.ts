import type { AnyEvent } from '#contracts/events.ts';

/** Returns a member's name in the style of the public interface: `productId` becomes `product_id`. */
function publicName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function publicValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publicValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [publicName(name), publicValue(one)]));
}

/**
 * Returns an event in the form that receivers get: id, type, time (ISO 8601, UTC) and data. Members of the
 * data have names such as `product_id`.
 */
export function publicEvent({ id, type, at, data }: AnyEvent | TestEvent): Readonly<Record<string, unknown>> {
  // `write` is an internal member and is left out. Receivers identify a change by cart and revision.
  const { write: _write, ...shown } = { write: undefined, ...data };
  return { id, type, created_at: new Date(at).toISOString(), data: publicValue(shown) };
}

/** An event that an operator sends to test whether the receiver answers. */
export interface TestEvent {
  readonly id: string;
  readonly type: 'webhook.test';
  readonly at: number;
  readonly data: { readonly webhook: string };
}
