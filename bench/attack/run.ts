import { Agent, request } from 'undici';
import { type Attack, attacksOn, type Hostile, type Shop } from './attacks.ts';
import { Probe, type Seen } from './probe.ts';

/** Number of parallel requests of an attack. */
const atOnce = 2;
const patienceMs = 120_000;
/** Minimum time of probing. Milliseconds. */
const leastMs = 300;

interface Tls {
  readonly rejectUnauthorized: boolean;
}

/** Result of an attack. */
export interface Result {
  readonly name: string;
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** The slowest answer to the attacker, in milliseconds. */
  readonly slowest: number;
  /** What the probe measured beside the same number of harmless requests, and beside the attack. */
  readonly usual: Seen;
  readonly seen: Seen;
  /** Why the attack succeeded; null when it was harmless. */
  readonly fault: string | null;
}

/** The target and the options. */
export interface Options {
  readonly base: string;
  /** How much longer another client may wait than beside harmless requests. Milliseconds. */
  readonly limitMs: number;
  /** Leaves out attacks that write. */
  readonly short: boolean;
  /** Only attacks whose name contains one of these words; none for all. */
  readonly only: readonly string[];
  /** Accepts any certificate. */
  readonly insecure: boolean;
  onResult(result: Result): void;
  /** Wraps each attack, for further measurements. */
  around?(attack: Attack, run: () => Promise<void>): Promise<void>;
}

/** Sends the requests of an attack, some in parallel. */
class Attacker implements AsyncDisposable {
  readonly statuses = new Map<number, number>();
  slowest = 0;
  readonly #base: string;
  readonly #agent: Agent;

  constructor(base: string, tls: Tls) {
    this.#base = base;
    this.#agent = new Agent({
      ...{ connections: atOnce, pipelining: 1, headersTimeout: patienceMs, bodyTimeout: patienceMs },
      ...{ connect: tls, maxHeaderSize: 65_536 },
    });
  }

  async send({ method, path, headers = {}, body }: Hostile) {
    const since = performance.now();
    const given = { method, headers, ...(body !== undefined && { body }), dispatcher: this.#agent };
    const answer = await request(this.#base + path, given).catch(() => null);
    await answer?.body.dump().catch(() => undefined);
    this.slowest = Math.max(this.slowest, performance.now() - since);
    const status = answer?.statusCode ?? 0;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    return { status, headerBytes: JSON.stringify(answer?.headers ?? {}).length };
  }

  async sendAll(requests: readonly Hostile[]): Promise<void> {
    const left = requests.values();
    const one = async () => {
      for (const hostile of left) await this.send(hostile);
    };
    await Promise.all(Array.from({ length: atOnce }, one));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }
}

const nothingSeen: Seen = { answers: 0, failures: 0, p50: 0, worst: 0 };

/** Why an attack was not harmless; null when it was. */
function faultOf(
  { usual, seen, statuses }: Pick<Result, 'usual' | 'seen' | 'statuses'>,
  limitMs: number,
): string | null {
  if (seen.failures > 0) return `${seen.failures} requests of another client were not answered`;
  const more = Math.round(seen.worst - usual.worst);
  if (more > limitMs) return `another client waited ${more} ms longer than beside harmless requests`;
  return statuses.has(500) ? 'it made a fault' : null;
}

/** The same requests without their hostile part. */
function harmless({ method, path }: Hostile): Hostile {
  const [plain = ''] = path.split('?', 1);
  if (method === 'GET') return { method, path: plain };
  return { method, path: plain, headers: { 'content-type': 'application/json' }, body: '{}' };
}

/** Data of the shop at an address. @throws Error when there is no shop */
export async function shopAt(base: string, tls: Tls): Promise<Shop> {
  await using agent = Object.assign(new Agent({ connect: tls }), {
    async [Symbol.asyncDispose](this: Agent) {
      await this.destroy();
    },
  });
  const { statusCode, body } = await request(`${base}/v2/products?per_page=1`, { dispatcher: agent });
  const products = statusCode === 200 ? ((await body.json()) as { products?: { id?: unknown }[] }) : {};
  const id = products.products?.[0]?.id;
  if (id === undefined) throw new Error(`${base}/v2/products has no product to look at`);
  return { productId: String(id) };
}

/** Runs the attacks one after the other. @throws Error when there is no shop at the address */
export async function attack(options: Options): Promise<Result[]> {
  const { base, only } = options;
  const tls = { rejectUnauthorized: !options.insecure };
  const shop = await shopAt(base, tls);
  await using probe = new Probe(`${base}/v2/products/${shop.productId}`, tls);
  const chosen = attacksOn(shop, options.short).filter(
    ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
  );
  const results: Result[] = [];
  for (const one of chosen) {
    const result = await done(one, probe, tls, options);
    results.push(result);
    options.onResult(result);
  }
  return results;
}

async function done(one: Attack, probe: Probe, tls: Tls, options: Options): Promise<Result> {
  await using peaceful = new Attacker(options.base, tls);
  // Compared with nothing if there is no limit.
  const usual = Number.isFinite(options.limitMs)
    ? await probe.beside(peaceful.sendAll(one.requests.map(harmless)), leastMs)
    : nothingSeen;
  await using attacker = new Attacker(options.base, tls);
  let seen = usual;
  const run = async () => {
    seen = await probe.beside(attacker.sendAll(one.requests), leastMs);
  };
  await (options.around ? options.around(one, run) : run());
  const { slowest } = attacker;
  const statuses = new Map(attacker.statuses);
  const outcome = { statuses, ask: (more: Hostile) => attacker.send(more) };
  const fault = faultOf({ usual, seen, statuses }, options.limitMs) ?? (await one.fault?.(outcome)) ?? null;
  return { name: one.name, requests: one.requests.length, statuses, slowest, usual, seen, fault };
}
