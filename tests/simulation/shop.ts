import type { Redis } from 'ioredis';
import type { Seeded } from '#platform/util/seeded.ts';
import { contextsOf, noAccounts } from '../../services/cart/carts/carts.fixture.ts';
import { Carts, type CartsDeps } from '../../services/cart/carts/carts.ts';
import { Expiry } from '../../services/cart/carts/expiry.ts';
import { Transfers, type TransfersDeps } from '../../services/cart/carts/transfers.ts';
import { CartStore } from '../../services/cart/store/cart-store.ts';
import { cartKeys } from '../../services/cart/store/keys.ts';
import { TransferStore } from '../../services/cart/store/transfer-store.ts';
import { Catalogue } from './catalogue.ts';
import { Clock } from './clock.ts';
import { Connection, Engine } from './connection.ts';
import { settings } from './goods.ts';
import { type Committed, keptOf, type Operation } from './history.ts';
import { Host } from './host.ts';
import { type Made, SimulatedRedis } from './simulated-redis.ts';

/** A replica of the cart service: its simulated process and its real code. */
export interface Replica {
  readonly host: Host;
  readonly carts: Carts;
  readonly transfers: Transfers;
}

/** Changes of the service's code that a test makes. The checker must detect these changes. */
export interface Mutation {
  readonly carts?: (deps: CartsDeps) => CartsDeps;
  readonly transfers?: (deps: TransfersDeps) => TransfersDeps;
  /** Called before the engine runs a command of a replica. */
  readonly served?: (replica: Replica | undefined) => void;
  readonly redis?: (now: () => number, made: (made: Made) => void) => SimulatedRedis;
  /** Whether the gateway repeats requests with new idempotency keys. */
  readonly forgetsKey?: boolean;
}

/** The time at which the clock of every simulation starts, in Unix milliseconds. */
const noon = Date.UTC(2026, 0, 1, 12);
const expiry = new Expiry({ guest: 48 * 3_600_000, customer: 7 * 24 * 3_600_000 });

/** Replicas of the cart service with a simulated Redis and catalogue, in virtual time. */
export class Shop {
  readonly clock = new Clock(noon);
  readonly catalogue = new Catalogue(this.clock);
  readonly engine: Engine;
  readonly commits: Committed[] = [];
  readonly random: Seeded;
  /** Replicas that run and accept requests. */
  readonly replicas: Replica[] = [];
  /** The idempotency key of each operation, by the Redis key of the operation's outcome. */
  readonly #onceOf = new Map<string, string>();
  readonly #mutation: Mutation;
  #started = 0;
  /** The id of the process whose command the engine runs now. */
  #serving = 0;

  constructor(random: Seeded, mutation: Mutation) {
    this.random = random;
    this.#mutation = mutation;
    // In a third of the simulations, the clock of Redis differs from the clock of the replicas.
    const skew = random.below(3) === 0 ? random.below(1_200_000) - 600_000 : 0;
    const now = () => this.clock.now() + skew;
    const made = (commit: Made) => this.#made(commit);
    const redis = mutation.redis?.(now, made) ?? new SimulatedRedis(now, made);
    this.engine = new Engine(this.clock, redis);
  }

  /** Returns the delay of a message in milliseconds: mostly near zero, sometimes longer than a try. */
  readonly delay = (): number =>
    this.random.below(40) === 0 ? this.random.next() * 700 : this.random.next() * 3;

  start(): Replica {
    this.#started += 1;
    const host = new Host(this.#started, this.clock);
    const connection = new Connection(this.clock, this.engine, host, this.delay, () => {
      this.#serving = host.id;
      this.#mutation.served?.(this.replicas.find((one) => one.host === host));
    });
    const { now } = this.clock;
    const deps: CartsDeps = {
      // The cast is safe, because the store only runs scripts on a connection.
      store: new CartStore(connection as unknown as Redis, now),
      contexts: contextsOf(this.catalogue.factsFor(host, this.delay), {
        coupons: this.catalogue.couponsFor(host, this.delay),
        settings: () => settings,
        now,
      }),
      accounts: noAccounts,
      expiry,
      now,
    };
    const carts = new Carts(this.#mutation.carts?.(deps) ?? deps);
    const transferStore = new TransferStore(connection as unknown as Redis, now);
    const newId = () => `transfer ${this.random.word(12)}`;
    const transfersDeps = { store: deps.store, transferStore, carts, expiry, now, newId };
    const transfers = new Transfers(this.#mutation.transfers?.(transfersDeps) ?? transfersDeps);
    const replica = { host, carts, transfers };
    this.replicas.push(replica);
    return replica;
  }

  /** Kills a replica as SIGKILL does. A new replica starts after this time. */
  kill(replica: Replica, milliseconds: number): void {
    replica.host.kill();
    this.replicas.splice(this.replicas.indexOf(replica), 1);
    this.clock.after(milliseconds, () => this.start());
  }

  /** Records the idempotency key with which the gateway sends an operation. */
  knowOnce({ cart, once }: Operation, key: string): void {
    this.#onceOf.set(cartKeys(cart).once(key), once);
  }

  #made({ once, state, ...made }: Made): void {
    const at = this.clock.exact;
    const keys = once.map((name) => this.#onceOf.get(name) ?? name);
    const kept = keptOf(state);
    this.commits.push({ ...made, kept, host: this.#serving, begun: at, ended: at, once: keys });
  }
}
