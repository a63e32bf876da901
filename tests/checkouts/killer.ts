import { setTimeout as sleep } from 'node:timers/promises';
import type { Seeded } from '#platform/util/seeded.ts';
import type { RunningSystem } from '#testing/system.ts';
import { isAlive } from '../../dev/base/run-folder.ts';

/** The processes that are killed. Engines are killed more rarely, because they take longer to start. */
const services = ['gateway-1', 'cart-1', 'connect-1', 'connect-1', 'catalogue-1', 'events-1'] as const;
const engines = ['mongod', 'redis', 'nats'] as const;
/** The part of the steps at which a process is killed, and the part of these at which it is an engine. */
const perStep = 0.15;
const perKill = 0.12;
/** Maximum milliseconds between the begin of a step and the kill. */
const longestDelayMs = 40;
/** Maximum milliseconds until a killed process runs again. */
const patienceMs = 60_000;

/** Kills processes of a system while shoppers do their steps, one at a time. */
export class Killer {
  /** For each step, the processes that were killed in it. */
  readonly killed = new Map<string, string[]>();
  readonly #system: RunningSystem;
  readonly #random: Seeded;
  #running: Promise<void> | null = null;
  /** Why processes could not be killed, or were not started again. */
  readonly #failures: unknown[] = [];

  constructor(system: RunningSystem, random: Seeded) {
    this.#system = system;
    this.#random = random;
  }

  /** Kills a process at some of the steps, unless another one has not come back yet. Does not wait for it. */
  at(step: string): void {
    if (this.#running || this.#random.next() >= perStep) return;
    const some = this.#random.next() < perKill ? engines : services;
    const name = this.#random.pick<string>(some);
    this.killed.set(step, [...(this.killed.get(step) ?? []), name]);
    const delayMs = this.#random.below(longestDelayMs);
    this.#running = this.#kill(name, delayMs)
      .catch((error) => {
        this.#failures.push(error);
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Waits until the last killed process runs again. @throws AggregateError if a process could not be killed, or stays away */
  async end(): Promise<void> {
    await this.#running;
    if (this.#failures.length > 0) throw new AggregateError(this.#failures, String(this.#failures[0]));
  }

  async #kill(name: string, delayMs: number): Promise<void> {
    await sleep(delayMs);
    const pid = await this.#system.pid(name);
    process.kill(pid, 'SIGKILL');
    const end = performance.now() + patienceMs;
    for (;;) {
      const now = await this.#system.pid(name).catch(() => pid);
      if (now !== pid && isAlive(now)) return;
      if (performance.now() > end) throw new Error(`${name} was not started again within a minute`);
      await sleep(20);
    }
  }
}
