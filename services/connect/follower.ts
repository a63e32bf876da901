import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type ConnectMode, ShopKind } from '#contracts/connect.ts';
import { Problem } from '#platform/errors/problem.ts';
import type { Logger } from '#platform/service/logger.ts';
import type { Brought } from './brought.ts';
import { nextComparison, type ShopComparison } from './comparison.ts';
import type { HandOver } from './hand-over.ts';
import type { Journal } from './journal.ts';
import type { Ownership } from './ownership.ts';
import type { Found, Reading } from './reading.ts';
import type { Rest } from './rest.ts';
import type { Lease } from './store/lease.ts';
import type { ConnectState, Known } from './store/state.ts';
import type { Task, TaskStore } from './store/tasks.ts';

/** Maximum number of records that are read at once. */
const atOnce = 100;
/** A record that failed this often is read by itself, because it may be the reason why others failed with it. */
const triesTogether = 2;
/** Number of such records that are read in one step. */
const singlesAtOnce = 5;
/** Milliseconds between two looks for work. */
const stepMs = 500;
/** Milliseconds between two looks for a plugin that the shop does not have. */
const lookForPluginMs = 60_000;
/** Milliseconds without a visitor after which the shop is asked less often, and between two questions then. */
const quietMs = 300_000;
const quietEveryMs = 30_000;
/** Milliseconds between two questions to a shop that does not answer: at first, and later at most. */
const awayMs = 5_000;
const longestAwayMs = 30_000;
interface FollowerDeps {
  readonly lease: Pick<Lease, 'isHeld'>;
  readonly state: ConnectState;
  readonly tasks: TaskStore;
  readonly journal: Journal;
  readonly reading: Reading;
  readonly handOver: HandOver;
  readonly comparison: ShopComparison;
  readonly ownership: Ownership;
  readonly rest: Rest;
  /** Gets the ids of changed orders. */
  readonly orders: { changed(ids: readonly number[]): Promise<void> };
  /** Milliseconds between two questions to the shop while there are visitors. */
  readonly everyMs: number;
  /** Returns the milliseconds since the last request of a visitor. */
  sinceVisit(): number;
  readonly logger: Logger;
  readonly counts: {
    failed(): void;
    mended(kind: ShopKind, count: number): void;
  };
  now(): number;
}

/** The comparison that was asked for, and the last one. */
type Plan = Known<'wanted' | 'comparison'>;

/**
 * Follows the shop while this replica leads: asks what has changed, stores it as tasks, and works off the tasks. All
 * steps run one after another.
 */
export class Follower {
  readonly #deps: FollowerDeps;
  #mode: ConnectMode = 'unknown';
  #askAt = 0;
  #lookForPluginAt = 0;
  /** Number of questions that the shop has not answered since it last answered one. */
  #unanswered = 0;
  /** Number of portions that were not read since the last one was, because the shop was away; and when to go on. */
  #unread = 0;
  #workAt = 0;
  #wasQuiet = false;
  /**
   * The time since which the whole shop has to be compared, because what has changed is not known; 0 if it was never
   * compared, null if it need not be. Undefined until it is known which.
   */
  #comparesSince: number | null | undefined;
  #isClosed = false;
  #run: Promise<void> = Promise.resolve();
  /** For each kind, the time at which the shop and this system were last in step. */
  #inStep: Partial<Record<ShopKind, number>> = {};
  /** Why the shop could not be asked, and why a long list could not be read. */
  readonly #failures = { question: '', list: '' };
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
    const { state, ownership, rest, now } = this.#deps;
    const { pausedSince, ...plan } = await state.readAll('pausedSince', 'wanted', 'comparison');
    if (pausedSince !== null) return ownership.release();
    await ownership.keep();
    if (this.#comparesSince === undefined) {
      const isFirst = (await state.read('inStep')) === null;
      this.#comparesSince = isFirst ? 0 : null;
    }
    const asks = this.#isWoken() || now() >= this.#askAt;
    if (asks) await this.#ask(now());
    rest.skip();
    // While the shop does not answer, only questions look whether it is back.
    const works = this.#unanswered === 0 && now() >= this.#workAt && (await this.#work(plan));
    if (asks || works) await this.#noteInStep();
  }

  /** Returns whether this is the first visit after a time without visitors. The shop is then asked at once. */
  #isWoken(): boolean {
    const wasQuiet = this.#wasQuiet;
    this.#wasQuiet = this.#deps.sinceVisit() > quietMs;
    return wasQuiet && !this.#wasQuiet && this.#unanswered === 0;
  }

  /** Asks the shop what has changed. If it does not answer, says so, and asks again. */
  async #ask(now: number): Promise<void> {
    const { everyMs } = this.#deps;
    this.#askAt = now + (this.#wasQuiet ? Math.max(everyMs, quietEveryMs) : everyMs);
    try {
      const isTold = now >= this.#lookForPluginAt && (await this.#askJournal(now));
      if (!isTold) await this.#askByDate(now);
      if (this.#unanswered > 0) this.#workAt = 0;
      this.#unanswered = 0;
      await this.#noteFailure('question', '');
    } catch (error) {
      if (!(error instanceof Problem)) {
        // What the shop has told is not stored, so it is asked again with the next step.
        this.#askAt = 0;
        throw error;
      }
      this.#askAt = now + pauseAfter(this.#unanswered);
      this.#unanswered += 1;
      this.#deps.counts.failed();
      await this.#noteFailure('question', error.message);
    }
  }

  /** Takes what the plugin tells. Returns false if the shop has no plugin. */
  async #askJournal(now: number): Promise<boolean> {
    const { journal, state, tasks, orders, handOver } = this.#deps;
    const changes = await journal.changes(await state.read('journal'));
    if (changes === null) {
      this.#lookForPluginAt = now + lookForPluginMs;
      return false;
    }
    if (changes.concernsAll) await this.#wantComparison(now);
    await tasks.add(changes.items, now, true);
    await tasks.add(changes.newest, now, false);
    await tasks.add(await handOver.showing(changes.pictures), now);
    await orders.changed(changes.orders);
    await state.write('journal', changes.next);
    journal.skip(changes.numbers);
    await this.#enter('journal');
    if (changes.more) this.#askAt = now;
    for (const kind of ShopKind.options) this.#asked.set(kind, now);
    return true;
  }

  /** Looks for what has changed by date. Without the plugin, this is the quickest way. */
  async #askByDate(now: number): Promise<void> {
    await this.#enter('reading');
    await this.#take(() => this.#deps.reading.ask(now), false);
  }

  /** Reads the next page of the long lists, without the plugin. Returns false if none is due. */
  async #readOn(): Promise<boolean> {
    if (this.#mode !== 'reading') return false;
    const { reading, now } = this.#deps;
    // The first comparison fills the catalogue, so whole lists wait for it.
    const isFirst = this.#comparesSince === 0;
    try {
      const isRead = await this.#take(() => reading.next(now(), isFirst), true);
      if (isRead) await this.#noteFailure('list', '');
      return isRead;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#deps.counts.failed();
      await this.#noteFailure('list', error.message);
      return true;
    }
  }

  /** Stores what a page of the shop says. Returns false if there was no page. */
  async #take(read: () => Promise<Found | null>, isBulk: boolean): Promise<boolean> {
    const { reading, tasks } = this.#deps;
    const found = await read();
    if (!found) return false;
    try {
      await tasks.add(found.items, this.#deps.now(), isBulk);
      await reading.stored();
    } catch (error) {
      reading.forget();
      throw error;
    }
    for (const kind of found.kinds) this.#asked.set(kind, found.asked);
    return true;
  }

  async #enter(mode: ConnectMode): Promise<void> {
    if (this.#mode === mode) return;
    this.#mode = mode;
    // Without the plugin, customers are compared in the night, and nobody tells which passwords changed.
    if (mode === 'reading') for (const kind of ['customers', 'passwords'] as const) this.#asked.delete(kind);
    this.#deps.logger.info({ mode }, 'the shop is followed');
    await this.#deps.state.write('mode', mode);
  }

  async #noteFailure(of: 'question' | 'list', message: string): Promise<void> {
    this.#failures[of] = message;
    const failure = this.#failures.question || this.#failures.list;
    if (this.#failure === failure) return;
    this.#failure = failure;
    if (failure !== '') this.#deps.logger.warn({ failure }, 'the shop cannot be asked');
    await this.#deps.state.write('failure', failure);
  }

  /**
   * Brings records into step: single changes at once, and then, with rests for the shop, portions of bursts, further pages
   * of lists, and the comparison. Once the shop did not give a portion, one record finds out when it does so again. Returns
   * false if there was nothing to do.
   */
  async #work(plan: Plan): Promise<boolean> {
    const { tasks, rest, comparison } = this.#deps;
    const now = this.#deps.now();
    const { isOver } = rest;
    const limit = this.#unread > 0 ? 1 : isOver ? rest.portion : atOnce;
    const due = await tasks.due(now, limit, !isOver);
    if (due.length > 0) {
      await this.#bring(due);
      rest.after(due.length);
      return true;
    }
    if (!isOver) return false;
    const isRead = await this.#readOn();
    const isCompared = !isRead && comparison.isRunning;
    if (isCompared) await this.#compare();
    else if (!isRead) await this.#beginComparison(plan, now);
    rest.after();
    return isRead || isCompared;
  }

  /** Brings the records of tasks into step. Those that failed repeatedly are read one by one. */
  async #bring(due: readonly Task[]): Promise<void> {
    const together = due.filter(({ tries }) => tries < triesTogether);
    const singles = due.filter(({ tries }) => tries >= triesTogether).slice(0, singlesAtOnce);
    for (const some of [together, ...singles.map((one) => [one])]) {
      if (some.length === 0) continue;
      const brought = await this.#deps.handOver.bring(some);
      await this.#deps.tasks.done(brought.done(some) as Task[]);
      await this.#after(brought);
      if (brought.isShopAway) return;
    }
  }

  /** Stores what has to be read again, or in addition. */
  async #after(brought: Brought): Promise<void> {
    const { tasks, counts, logger } = this.#deps;
    const now = this.#deps.now();
    const isProbe = this.#unread > 0;
    if (brought.isShopAway) this.#workAt = now + pauseAfter(this.#unread);
    this.#unread = brought.isShopAway ? this.#unread + 1 : 0;
    for (const { items, reason } of brought.failures) {
      counts.failed();
      if (brought.isShopAway && isProbe) await tasks.postponed(items, now);
      else {
        logger.warn({ items: items.slice(0, 5), count: items.length, reason }, 'records stay behind');
        await tasks.failed(items, reason, now);
      }
    }
    await tasks.add(brought.more, now);
    if (brought.concernsAll) await this.#wantComparison(now);
  }

  async #wantComparison(now: number): Promise<void> {
    await this.#deps.state.write('wanted', { asked: now, apply: false });
    this.#comparesSince ??= now;
  }

  async #compare(): Promise<void> {
    const { state, comparison, rest } = this.#deps;
    const brought = await comparison.step(rest.portion);
    if (!brought) {
      if ((await state.read('wanted')) === null) this.#comparesSince = null;
      return;
    }
    // Settings and attributes come first, so all products are compared after them.
    brought.concernsAll = false;
    for (const [kind, count] of brought.written) this.#deps.counts.mended(kind, count);
    await this.#after(brought);
  }

  /** Begins a comparison that was asked for, or that of the night. */
  async #beginComparison({ wanted, comparison: last }: Plan, now: number): Promise<void> {
    const { state, comparison } = this.#deps;
    if (!wanted && now < nextComparison(last)) return;
    await comparison.begin(this.#mode, wanted?.apply ?? false);
    if (wanted) await state.begun(wanted.asked);
  }

  /** Remembers how far the shop and this system are in step: up to the last question, except for waiting records. */
  async #noteInStep(): Promise<void> {
    const since = this.#comparesSince;
    if (this.#asked.size === 0 || since === 0) return;
    const waiting = await this.#deps.tasks.oldestByKind();
    const times = [...this.#asked].map(
      ([kind, asked]) => [kind, Math.min(asked, waiting.get(kind) ?? asked, since ?? asked)] as const,
    );
    const inStep = Object.fromEntries(times) as Partial<Record<ShopKind, number>>;
    if (isDeepStrictEqual(inStep, this.#inStep)) return;
    this.#inStep = inStep;
    await this.#deps.state.write('inStep', inStep);
  }
}

/** Returns the milliseconds until a shop that did not answer is asked again, after a number of earlier failures. */
function pauseAfter(failures: number): number {
  return Math.min(awayMs * 2 ** Math.min(failures, 10), longestAwayMs);
}
