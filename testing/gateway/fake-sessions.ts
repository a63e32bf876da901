import { deleteSession, listSessions, readSession, type SessionRecord } from '#contracts/sessions.ts';
import type { Context } from '#platform/bus/dispatcher.ts';
import { type ImplementedOperation, implement } from '#platform/bus/dispatcher.ts';
import { refusal } from '#platform/errors/errors.ts';
import { aCart, aLine } from './samples.ts';

/** Returns a cart in the form in which the cart service returns carts to managers. */
export function aSession(key: string, changes: Partial<SessionRecord> = {}): SessionRecord {
  const { billing, shipping } = aCart().customer;
  const person = { ...billing, firstName: 'Ann', lastName: 'Other', email: 'ann@example.com' };
  return {
    key,
    owner: /^\d+$/.test(key) ? 'customer' : 'guest',
    createdAt: Date.UTC(2031, 3, 5, 9, 8, 7),
    updatedAt: Date.UTC(2031, 3, 5, 10),
    expiresAt: Date.UTC(2031, 3, 7, 9, 8, 7),
    cart: aCart({ key, lines: [aLine()], itemCount: 2, customer: { billing: person, shipping } }),
    ...changes,
  };
}

/** The cart service's operations for managers, as fakes. A test sets the carts in `kept`. */
export class FakeSessions {
  readonly kept = new Map<string, SessionRecord>();
  /** Maximum number of carts in one reply. */
  portion = 100;

  operations(hear: (operation: string, request: unknown, context: Context) => void): ImplementedOperation[] {
    return [
      implement(listSessions, async (request, context) => {
        hear(listSessions.name, request, context);
        const all = [...this.kept.values()];
        const from = (request.page - 1) * request.perPage;
        const page = all.slice(from, from + request.perPage);
        const left = page.slice(this.portion).map(({ key }) => key);
        return { sessions: page.slice(0, this.portion), left, total: all.length };
      }),
      implement(readSession, async (request, context) => {
        hear(readSession.name, request, context);
        const session = this.kept.get(request.key);
        if (!session) throw refusal('service_cart_in_session_not_valid', {});
        return { session };
      }),
      implement(deleteSession, async (request, context) => {
        hear(deleteSession.name, request, context);
        if (!this.kept.delete(request.key)) throw refusal('service_session_not_valid', {});
        return { deleted: true as const };
      }),
    ];
  }
}
