import { pino } from 'pino';
import { type ProductFacts, readCatalogueNumber, readFacts } from '#contracts/catalogue.ts';
import { type Coupon, readCoupons } from '#contracts/coupons.ts';
import { testVerifier } from '#platform/bus/claim-keys.fixture.ts';
import { connectNats } from '#platform/bus/connection.ts';
import { Dispatcher, implement } from '#platform/bus/dispatcher.ts';
import { Server } from '#platform/bus/server.ts';
import { Metrics } from '#platform/service/metrics.ts';
import { newStatus } from '#testing/new-status.ts';

/** Maximum ages of stale data in tests. Milliseconds. */
export const bounds = { readMs: 60_000, addMs: 20_000 };

/**
 * A catalogue service that answers over NATS and records requests. A test sets the data, and whether the service
 * answers.
 */
export class FakeCatalogue {
  /** Facts by reference, which is an id or a SKU. */
  readonly products = new Map<string, ProductFacts>();
  readonly asked: string[][] = [];
  readonly coupons = new Map<string, Coupon>();
  readonly askedCodes: string[][] = [];
  number = 1;
  hangs = false;
  /** Milliseconds since MongoDB last confirmed the answers. */
  age = 0;
  /** Maximum number of facts or coupons in one reply. */
  portion = 200;

  /** Starts to answer requests on the bus at this address, until the returned object is closed. */
  async serve(natsUrl: string): Promise<{ close(): Promise<void> }> {
    const connection = await connectNats('test', { NATS_URL: natsUrl }, false);
    const served = [
      implement(readFacts, async ({ references }) => {
        this.asked.push(references);
        if (this.hangs) await new Promise(() => {});
        return {
          facts: references.slice(0, this.portion).map((one) => this.products.get(one) ?? null),
          asOf: { catalogue: this.number, settings: 1, age: this.age },
        };
      }),
      implement(readCoupons, async ({ codes }) => {
        this.askedCodes.push(codes);
        if (this.hangs) await new Promise(() => {});
        return {
          coupons: codes.slice(0, this.portion).map((code) => this.coupons.get(code) ?? null),
          asOf: { catalogue: this.number, settings: 1, age: this.age },
        };
      }),
      implement(readCatalogueNumber, async () => ({ number: this.number })),
    ];
    const dispatcher = new Dispatcher(served, pino({ level: 'silent' }), new Metrics('test'));
    await new Server(connection, dispatcher, testVerifier).start({
      name: 'catalogue',
      version: '0.1.0',
      description: '',
      metadata: {},
      status: () => newStatus,
    });
    return connection;
  }
}
