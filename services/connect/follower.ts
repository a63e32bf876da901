import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type ConnectMode, ShopKind } from '#contracts/connect.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { Logger } from '#platform/service/logger.ts';
import { nextComparison, type ShopComparison } from './comparison.ts';
import type { Brought, HandOver } from './hand-over.ts';
import type { Journal } from './journal.ts';
import type { Lease } from './lease.ts';
import type { Reading } from './reading.ts';
import type { ConnectState } from './store/state.ts';
import type { Task, TaskStore } from './store/tasks.ts';

/** Number of records that are read at once. */
const atOnce = 100;
/** A record that failed this often is read by itself, because it may be the reason why others failed with it. */
const triesTogether = 2;
/** Number of such records that are read in one step. */
const singlesAtOnce = 5;
/** Milliseconds between two looks for work. */
const stepMs = 200;
/** Milliseconds between two looks for a plugin that the shop does not have. */
const lookForPluginMs = 300_000;
/** A comparison rests for this multiple of the time of each portion, so that the shop has time for its customers. */
const restFactor = 1.5;
const longestRestMs = 5_000;

interface FollowerDeps {
  readonly lease: Pick<Lease, 'isHeld'>;
  readonly state: ConnectState;
  readonly tasks: TaskStore;
  readonly journal: Journal;
  readonly reading: Reading;
  readonly handOver: HandOver;
  readonly comparison: ShopComparison;
  readonly everyMs: number;
  readonly logger: Logger;
  readonly counts: {
    failed(): void;
    mended(kind: ShopKind, count: number): void;
  };
  now(): number;
}

/**
 * Follows the shop while this replica leads: asks what has changed, stores it as tasks, and works off the tasks. All
 * steps run one after another.
 */
export class Follower {
  readonly #deps: FollowerDeps;
  #mode: ConnectMode = 'unknown';
  #askAt = 0;
  #lookForPluginAt = 0;
  #restUntil = 0;
  #isClosed = false;
  #run: Promise<void> = Promise.resolve();
  /** For each kind, the time at which the shop and this system were last in step. */
  #inStep: Partial<Record<ShopKind, number>> = {};
  #failure = '';
  /** For each kind, the time of the last question about it that the shop has answered. */
  readonly #asked = new Map<ShopKind, number>();

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
  }

  /** For each kind, the seconds since the shop and this system were last in step. Empty if another replica leads. */
  get behindSeconds(): [ShopKind, number][] {
    if (!this.#deps.lease.isHeld) return [];
    const now = this.#deps.now();
    return Object.entries(this.#inStep).map(([kind, time]) => [kind as ShopKind, (now - time) / 1_000]);
  }

  start(): void {
    this.#run = this.#loop();
  }

  /** Ends after the current step. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#run;
  }

  async #loop(): Promise<void> {
    while (!this.#isClosed) {
      try {
        if (this.#deps.lease.isHeld) await this.step();
      } catch (err) {
        this.#deps.logger.warn({ err }, 'a step failed and is repeated');
        await sleep(1_000);
      }
      await sleep(stepMs);
    }
  }

  /** Does what is due. @throws Error if MongoDB, NATS or the catalogue is away; the step is then repeated */
  async step(): Promise<void> {
    const { state, tasks, comparison } = this.#deps;
    if ((await state.read('pausedSince')) !== null) return;
    const now = this.#deps.now();
    if (now >= this.#askAt) await this.#ask(now);
    const due = await tasks.due(now, atOnce);
    if (due.length > 0) await this.#work(due);
    else if (now >= this.#restUntil) {
      if (comparison.isRunning) await this.#compare();
      else await this.#beginComparison(now);
    }
    await this.#noteInStep();
  }

  /** Asks the shop what has changed. If it does not answer, says so, and asks again. */
  async #ask(now: number): Promise<void> {
    this.#askAt = now + this.#deps.everyMs;
    try {
      const isTold = now >= this.#lookForPluginAt && (await this.#askJournal(now));
      if (!isTold) await this.#read(now);
      await this.#noteFailure('');
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#deps.counts.failed();
      await this.#noteFailure(error.message);
    }
  }

  /** Takes what the plugin tells. Returns false if the shop has no plugin. */
  async #askJournal(now: number): Promise<boolean> {
    const { journal, state, tasks } = this.#deps;
    const changes = await journal.changes(await state.read('journal'));
    if (changes === null) {
      this.#lookForPluginAt = now + lookForPluginMs;
      return false;
    }
    if (changes.concernsAll) await state.write('wanted', { asked: now, apply: false });
    await tasks.add(changes.items, now);
    await state.write('journal', changes.next);
    journal.skip(changes.numbers);
    await this.#enter('journal');
    if (changes.more) this.#askAt = now;
    for (const kind of ShopKind.options) this.#asked.set(kind, now);
    return true;
  }

  async #read(now: number): Promise<void> {
    await this.#enter('reading');
    const { items, kinds } = await this.#deps.reading.changes(now);
    await this.#deps.tasks.add(items, now);
    for (const kind of kinds) this.#asked.set(kind, now);
  }

  async #enter(mode: ConnectMode): Promise<void> {
    if (this.#mode === mode) return;
    this.#mode = mode;
    // Without the plugin, customers are compared in the night, and nobody tells which passwords changed.
    if (mode === 'reading') for (const kind of ['customers', 'passwords'] as const) this.#asked.delete(kind);
    this.#deps.logger.info({ mode }, 'the shop is followed');
    await this.#deps.state.write('mode', mode);
  }

  async #noteFailure(failure: string): Promise<void> {
    if (this.#failure === failure) return;
    this.#failure = failure;
    if (failure !== '') this.#deps.logger.warn({ failure }, 'the shop cannot be asked');
    await this.#deps.state.write('failure', failure);
  }

  /** Brings the records of tasks into step. Those that failed repeatedly are read one by one. */
  async #work(due: readonly Task[]): Promise<void> {
    const together = due.filter(({ tries }) => tries < triesTogether);
    const singles = due.filter(({ tries }) => tries >= triesTogether).slice(0, singlesAtOnce);
    for (const some of [together, ...singles.map((one) => [one])]) {
      if (some.length === 0) continue;
      const brought = await this.#deps.handOver.bring(some);
      await this.#deps.tasks.done(brought.done(some) as Task[]);
      await this.#after(brought);
    }
  }

  /** Stores what has to be read again, or in addition. */
  async #after({ failures, more, concernsAll }: Brought): Promise<void> {
    const { state, tasks, counts, logger } = this.#deps;
    const now = this.#deps.now();
    for (const { items, reason } of failures) {
      logger.warn({ items: items.slice(0, 5), count: items.length, reason }, 'records stay behind');
      counts.failed();
      await tasks.failed(items, reason, now);
    }
    await tasks.add(more, now);
    if (concernsAll) await state.write('wanted', { asked: now, apply: false });
  }

  async #compare(): Promise<void> {
    const begun = performance.now();
    const brought = await this.#deps.comparison.step();
    if (brought) {
      for (const [kind, count] of brought.written) this.#deps.counts.mended(kind, count);
      await this.#after(brought);
    }
    const restMs = Math.min((performance.now() - begun) * restFactor, longestRestMs);
    this.#restUntil = this.#deps.now() + restMs;
  }

  /** Begins a comparison that was asked for, or that of the night. */
  async #beginComparison(now: number): Promise<void> {
    const { state, comparison } = this.#deps;
    const wanted = await state.read('wanted');
    if (!wanted && now < nextComparison(await state.read('comparison'))) return;
    await comparison.begin(this.#mode, wanted?.apply ?? false);
    if (wanted) await state.begun(wanted.asked);
  }

  /** Remembers how far the shop and this system are in step: up to the last question, except for waiting records. */
  async #noteInStep(): Promise<void> {
    if (this.#asked.size === 0) return;
    const waiting = await this.#deps.tasks.oldestByKind();
    const times = [...this.#asked].map(
      ([kind, asked]) => [kind, Math.min(asked, waiting.get(kind) ?? asked)] as const,
    );
    const inStep = Object.fromEntries(times) as Partial<Record<ShopKind, number>>;
    if (isDeepStrictEqual(inStep, this.#inStep)) return;
    this.#inStep = inStep;
    await this.#deps.state.write('inStep', inStep);
  }
}
