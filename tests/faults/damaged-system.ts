import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { basic, Client } from '#testing/client.ts';
import { dataFolder } from '#testing/data-folder.ts';
import { type ExtraProcess, startExtraProcess } from '#testing/extra-process.ts';
import { importShop, runCli } from '#testing/import-shop.ts';
import { operatorOf } from '#testing/operator.ts';
import { retryWhileBusy } from '#testing/retry-while-busy.ts';
import { type RunningSystem, type SystemOptions, startSystem } from '#testing/system.ts';
import { startZone, type Zone } from '#testing/zone.ts';
import type { Topology } from '../../dev/base/options.ts';
import type { RoleName, ServedRole } from '../../dev/base/roles.ts';
import { belongs, isAlive } from '../../dev/base/run-folder.ts';
import { isReady } from '../../dev/system.ts';
import { newPerson } from '../security/people.ts';
import { couponCodes, individualCode } from './commands.ts';
import { type CommittedEvents, committedEventsOf } from './committed-events.ts';
import type { CartState } from './model.ts';
import { Nodes } from './nodes.ts';
import { readShownCart } from './requests.ts';
import type { FaultyDisk } from './shim/faulty-disk.ts';

/** Number of products in the shop. */
const products = 5;
/** Coupons of the shop, valid for any cart. */
const coupons = couponCodes.map((code, index) => ({
  id: 1 + index,
  code,
  discount_type: 'fixed_cart',
  amount: '4.00',
  status: 'publish',
  individual_use: code === individualCode,
}));
/**
 * Milliseconds until every cart service has a change of the catalogue: a second, plus the time until the CLI
 * ends.
 */
const propagationMs = 2_500;

/** Maximum milliseconds that a method waits, for example for the restart of a process. */
const patienceMs = 60_000;

/** A process to damage. `pid` is the process id at the time when `aim` was called. */
export interface Victim {
  readonly pid: number;
  /** Kills the process with SIGKILL. */
  kill(): void;
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process runs again with another pid and has reported that it is ready. */
  back(): Promise<void>;
}

/** Options of a system that a test damages. */
export interface DamagedSystemOptions {
  readonly replicas: NonNullable<SystemOptions['replicas']>;
  /** The topology; `single` if absent. */
  readonly topology?: Topology;
  /** The faulty disk of Redis; null for a normal disk. */
  readonly disk?: FaultyDisk | null;
}

/** A real system on private engines in a temporary folder. Tests can damage its processes. */
export class DamagedSystem implements AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
  /** Ids of simple products with unlimited stock. */
  readonly products: readonly number[];
  /** Finds nodes of engines, in a system of `npm run cluster`. */
  readonly nodes: Nodes;
  readonly #system: RunningSystem;
  readonly #folder: string;
  readonly #disk: FaultyDisk | null;
  /** Pids of paused processes by name. */
  readonly #paused = new Map<string, number>();

  private constructor(
    system: RunningSystem,
    folder: string,
    products: readonly number[],
    disk: FaultyDisk | null,
  ) {
    this.#disk = disk;
    this.#system = system;
    this.nodes = new Nodes(system);
    this.#folder = folder;
    this.url = system.httpUrl;
    this.dataDir = system.dataDir;
    this.products = products;
    // Paused processes are resumed when this process ends, because a paused supervisor could not notice the
    // end.
    process.once('exit', this.#resumeAll);
  }

  readonly #resumeAll = () => {
    for (const pid of this.#paused.values()) process.kill(pid, 'SIGCONT');
  };

  /** Starts a system with some products of unlimited stock. */
  static async start({
    replicas,
    topology = 'single',
    disk = null,
  }: DamagedSystemOptions): Promise<DamagedSystem> {
    const folder = await dataFolder();
    const system = await startSystem({
      replicas,
      topology,
      dataDir: join(folder, 'data'),
      ...(disk ? { env: { PATH: disk.path } } : {}),
    });
    try {
      const ids = await importShop(system.dataDir, join(folder, 'shop'), products, {
        files: { 'coupons.json': coupons },
      });
      return new DamagedSystem(system, folder, ids, disk);
    } catch (error) {
      await system.stop();
      throw error;
    }
  }

  /**
   * The faulty disk of Redis.
   * @throws Error if Redis has a normal disk
   */
  get disk(): FaultyDisk {
    if (!this.#disk) throw new Error('this system was started on a disk that cannot be damaged');
    return this.#disk;
  }

  /** Returns the committed order of carts, from their events. `finals` has the last revision of each cart. */
  committedEvents(finals: ReadonlyMap<string, number>): Promise<CommittedEvents> {
    const { natsUrl: url } = this.#system;
    return committedEventsOf({ url, password: this.#system.natsPassword('streams') }, finals);
  }

  /** Returns an access token of a new customer. */
  async customersToken(): Promise<string> {
    await using operator = await operatorOf(this.#system);
    const { username, password } = await newPerson(this.#system, operator);
    await using client = await Client.of(this.#system);
    const headers = { authorization: basic(username, password) };
    const { status, body } = await retryWhileBusy(() => client.send('POST', '/v2/login', { headers }));
    if (status !== 200) throw new Error(`the login of a new customer was answered ${status}`);
    return body.data.jwt_token;
  }

  /** Starts one more replica of a service. The supervisor does not know the new replica. */
  more(role: ServedRole['name'], name: string): Promise<ExtraProcess> {
    return startExtraProcess(this.#system, role, name);
  }

  /** Starts a second zone, with a link that can be cut. */
  secondZone(): Promise<Zone> {
    return startZone(this.#system);
  }

  /** The data folder of Redis. */
  get redisFolder(): string {
    return join(this.#system.dataDir, 'redis');
  }

  /** Sets the stock of a product, and waits until every cart service has the change. */
  async setStock(product: number, pieces: number): Promise<void> {
    await runCli(this.#system.dataDir, ['products', 'set', String(product), '--stock', String(pieces)]);
    await sleep(propagationMs);
  }

  /**
   * Returns the pid of a process by its name: `gateway-1`, `cart-2`, `redis`, `nats`, or `start` for the
   * supervisor.
   */
  pid(name: string): Promise<number> {
    return this.#system.pid(name);
  }

  /**
   * Returns a process to damage later. The methods of the victim use the pid that the process has now.
   *
   * @throws Error for a process that another system started
   */
  async aim(name: string): Promise<Victim> {
    const pid = await this.pid(name);
    if (!belongs(pid, this.#system.dataDir))
      throw new Error(`${name} (pid ${pid}) is no process of this system`);
    const earlierLines = await this.#readyLines(name);
    return {
      pid,
      kill: () => void process.kill(pid, 'SIGKILL'),
      back: () => this.#untilRestarted(name, pid, earlierLines),
      signal: (signal) => void process.kill(pid, signal),
    };
  }

  /** Pauses a process. */
  async pause(name: string): Promise<void> {
    const { pid, signal } = await this.aim(name);
    this.#paused.set(name, pid);
    signal('SIGSTOP');
  }

  async resume(name: string): Promise<void> {
    (await this.aim(name)).signal('SIGCONT');
    this.#paused.delete(name);
  }

  /**
   * Kills a process with `kill -9`, and keeps it dead for `awayMs`. The supervisor is paused, because it would
   * restart the process at once. Returns when the process was killed (`from`) and when it could run again (`to`).
   * `meanwhile` may change the data of the dead process.
   */
  async killFor(
    name: string,
    awayMs: number,
    meanwhile: () => Promise<unknown> = async () => undefined,
  ): Promise<{ from: number; to: number }> {
    const victim = await this.aim(name);
    await this.pause('start');
    victim.kill();
    const from = performance.now();
    await sleep(awayMs);
    await meanwhile();
    await this.resume('start');
    const to = performance.now();
    await victim.back();
    return { from, to };
  }

  /**
   * Returns every log line in which a process reported that it is ready: one line for each start. Engines
   * write no such line.
   */
  async #readyLines(name: string): Promise<string[]> {
    const log = await this.#system.logs(name).catch(() => '');
    const lines = log.split('\n');
    return lines.filter((line) => line.includes('"msg":"ready"'));
  }

  async #untilRestarted(name: string, killed: number, earlierLines: readonly string[]): Promise<void> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const pid = await this.pid(name).catch(() => killed);
      const started = pid !== killed && isAlive(pid);
      const ready = earlierLines.length === 0 || (await this.#readyLines(name)).length > earlierLines.length;
      if (started && ready) return;
      if (performance.now() > until) throw new Error(`${name} was not started again within a minute`);
      await sleep(20);
    }
  }

  /** Resolves when the first gateway is ready, its dependencies are available, and its feeds are current. */
  async ready(): Promise<void> {
    const until = performance.now() + patienceMs;
    for (;;) {
      if (await isReady(await this.#privateUrl('gateway-1')).catch(() => false)) return;
      if (performance.now() > until) throw new Error(`not ready again`);
      await sleep(20);
    }
  }

  /** Returns the current cart. Repeats the request for at most a minute, until it succeeds. */
  async readCart(cart: string): Promise<{ revision: number; state: CartState }> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const response = await fetch(`${this.url}/v2/cart?cart_key=${cart}`).catch(() => null);
      const text = await response?.text();
      if (response?.status === 200) return readShownCart(response.headers.get('etag') ?? '', text ?? '');
      if (performance.now() > until)
        throw new Error(`cart ${cart} cannot be read: ${response?.status} ${text}`);
      await sleep(50);
    }
  }

  async #privateUrl(replica: string): Promise<string | null> {
    const { url } = JSON.parse((await this.#readyLines(replica)).at(-1) ?? '{}') as { url?: string };
    return url ?? null;
  }

  /** Returns the sum of a metric over all its labels, from a replica's private port. */
  async metric(replica: string, name: string): Promise<number> {
    const url = await this.#privateUrl(replica);
    const role = replica.slice(0, replica.indexOf('-')) as RoleName;
    const headers = { authorization: `Bearer ${this.#system.operationsToken(role)}` };
    const lines = (await (await fetch(`${url}/metrics`, { headers })).text()).split('\n');
    const values = lines
      .filter((line) => line.startsWith(`${name}{`))
      .map((line) => Number(line.split(' ').at(-1)));
    return values.reduce((sum, value) => sum + value, 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of this.#paused.keys()) await this.resume(name).catch(() => undefined);
    process.off('exit', this.#resumeAll);
    await this.#system.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
