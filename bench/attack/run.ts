import { Agent, request } from 'undici';
import { type Attack, attacksOn, type HostileRequest, type Shop } from './attacks.ts';
import { Probe, type ProbeResult } from './probe.ts';

/** Number of requests that an attack sends in parallel. */
const atOnce = 2;
/** A request fails if it has no answer after this many milliseconds. */
const timeoutMs = 120_000;
/** Minimum duration of the probing, in milliseconds. */
const minMs = 300;

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
  /**
   * Waiting times of another client: `seen` during the attack, `usual` during the same number of harmless
   * requests.
   */
  readonly usual: ProbeResult;
  readonly seen: ProbeResult;
  /** Why the attack succeeded; null if the attack was harmless. */
  readonly fault: string | null;
}

/** The URL of the attacked system, and options. */
export interface Options {
  readonly base: string;
  /**
   * How many milliseconds longer another client may wait during an attack than during the same number of harmless
   * requests.
   */
  readonly limitMs: number;
  /** Whether the attack that creates carts is left out. */
  readonly short: boolean;
  /** Words from the names of the attacks to run. An empty list selects all attacks. */
  readonly only: readonly string[];
  /** Whether any TLS certificate of the system is accepted. */
  readonly insecure: boolean;
  onResult(result: Result): void;
  /** Called once for each attack. Must call `run`, which sends the attack. Can measure before and after `run`. */
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
      ...{ connections: atOnce, pipelining: 1, headersTimeout: timeoutMs, bodyTimeout: timeoutMs },
      ...{ connect: tls, maxHeaderSize: 65_536 },
    });
  }

  async send({ method, path, headers = {}, body }: HostileRequest) {
    const since = performance.now();
    const given = { method, headers, ...(body !== undefined && { body }), dispatcher: this.#agent };
    const answer = await request(this.#base + path, given).catch(() => null);
    await answer?.body.dump().catch(() => undefined);
    this.slowest = Math.max(this.slowest, performance.now() - since);
    const status = answer?.statusCode ?? 0;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    return { status, headerBytes: JSON.stringify(answer?.headers ?? {}).length };
  }

  async sendAll(requests: readonly HostileRequest[]): Promise<void> {
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

const nothingSeen: ProbeResult = { answers: 0, failures: 0, p50: 0, worst: 0 };

/** Returns why an attack succeeded; null if the attack was harmless. */
function faultOf(
  { usual, seen, statuses }: Pick<Result, 'usual' | 'seen' | 'statuses'>,
  limitMs: number,
): string | null {
  if (seen.failures > 0) return `${seen.failures} requests of another client were not answered`;
  const more = Math.round(seen.worst - usual.worst);
  if (more > limitMs) return `another client waited ${more} ms longer than beside harmless requests`;
  return statuses.has(500) ? 'it made a fault' : null;
}

/** Returns a harmless request to the path of a hostile request: without query, headers and body of the attack. */
function harmless({ method, path }: HostileRequest): HostileRequest {
  const [plain = ''] = path.split('?', 1);
  if (method === 'GET') return { method, path: plain };
  return { method, path: plain, headers: { 'content-type': 'application/json' }, body: '{}' };
}

/** Returns the id of a product of the shop at a URL. @throws Error if there is no shop */
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

/** Runs the attacks one after another. @throws Error if there is no shop at `base` */
export async function attack(options: Options): Promise<Result[]> {
  const { base, only } = options;
  const tls = { rejectUnauthorized: !options.insecure };
  const shop = await shopAt(base, tls);
  await using probe = new Probe(`${base}/v2/products/${shop.productId}`, tls);
  const selected = attacksOn(shop, options.short).filter(
    ({ name }) => only.length === 0 || only.some((word) => name.includes(word)),
  );
  const results: Result[] = [];
  for (const one of selected) {
    const result = await done(one, probe, tls, options);
    results.push(result);
    options.onResult(result);
  }
  return results;
}

async function done(one: Attack, probe: Probe, tls: Tls, options: Options): Promise<Result> {
  await using harmlessClient = new Attacker(options.base, tls);
  // Without a limit, the results of harmless requests are not needed, so no harmless requests are sent.
  const usual = Number.isFinite(options.limitMs)
    ? await probe.beside(harmlessClient.sendAll(one.requests.map(harmless)), minMs)
    : nothingSeen;
  await using attacker = new Attacker(options.base, tls);
  let seen = usual;
  const run = async () => {
    seen = await probe.beside(attacker.sendAll(one.requests), minMs);
  };
  await (options.around ? options.around(one, run) : run());
  const { slowest } = attacker;
  const statuses = new Map(attacker.statuses);
  const outcome = { statuses, ask: (more: HostileRequest) => attacker.send(more) };
  const fault = faultOf({ usual, seen, statuses }, options.limitMs) ?? (await one.fault?.(outcome)) ?? null;
  return { name: one.name, requests: one.requests.length, statuses, slowest, usual, seen, fault };
}
