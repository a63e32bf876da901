import { setTimeout as sleep } from 'node:timers/promises';
import type { Seeded } from '#platform/util/seeded.ts';
import type { DamagedSystem } from './damaged-system.ts';
import type { Load } from './load.ts';
import type { Window } from './measure.ts';

/** What a damage can use: the system, the writes that clients send (`load`), and random numbers. */
export interface DamageTools {
  readonly system: DamagedSystem;
  readonly load: Load;
  readonly random: Seeded;
}

/** Damages a system under load. Returns the periods in which a process or the disk was damaged. */
export type Damage = (tools: DamageTools) => Promise<Window[]>;

/**
 * Kills a process under load and waits for its restart. The returned period has no length: it begins and ends
 * at the kill. So recovery counts from the kill, and not from the restart. The other replicas must answer at
 * once.
 */
export const killOnce =
  (name: string): Damage =>
  async ({ system, load }) => {
    const victim = await system.aim(name);
    await load.killBusy(victim, 1);
    const from = performance.now();
    await victim.back();
    return [{ from, to: from }];
  };

export const killFor =
  (name: string, awayMs: number): Damage =>
  async ({ system }) => [await system.killFor(name, awayMs)];

async function pauseFor(system: DamagedSystem, name: string, ms: number): Promise<Window> {
  await system.pause(name);
  const from = performance.now();
  await sleep(ms);
  await system.resume(name);
  return { from, to: performance.now() };
}

export const pause =
  (name: string, ms: number): Damage =>
  async ({ system }) => [await pauseFor(system, name, ms)];

export const noDamage: Damage = async () => [];

/** Kills Redis on a slow disk, and starts it again on the same disk. */
export const killOnSlowDisk =
  (slowerMs: number): Damage =>
  async ({ system }) => {
    await system.disk.slowBy(slowerMs);
    await sleep(5_000);
    const window = await system.killFor('redis', 2_000);
    await sleep(5_000);
    await system.disk.heal();
    return [window];
  };

/** Kills Redis three times and discards unsynced data. Syncs are slow, so that some writes are unsynced. */
export const cutPower: Damage = async ({ system, load }) => {
  const windows: Window[] = [];
  for (let time = 1; time <= 3; time += 1) {
    await system.disk.slowBy(20);
    await load.more(500);
    windows.push(await system.killFor('redis', 500, () => system.disk.cutPower(system.redisFolder)));
    await system.disk.heal();
    await load.more(500);
  }
  return windows;
};

/**
 * Fills the disk while Redis writes. Redis then ends. The supervisor restarts Redis until the disk has room
 * again.
 */
export const fillDisk: Damage = async ({ system }) => {
  await system.disk.leaveRoom(system.redisFolder, 64 * 1024);
  const from = performance.now();
  await sleep(5_000);
  await system.disk.heal();
  return [{ from, to: performance.now() }];
};

/** Kills random processes one by one. Waits for `acks` acknowledged writes before each kill. */
export const killAtRandom =
  (names: readonly string[], times: number, acks: number): Damage =>
  async ({ system, load, random }) => {
    const windows: Window[] = [];
    for (let time = 1; time <= times; time += 1) {
      await load.more(acks);
      const victim = await system.aim(random.pick(names));
      victim.kill();
      const from = performance.now();
      await victim.back();
      windows.push({ from, to: performance.now() });
    }
    return windows;
  };

const processes = ['gateway-1', 'gateway-2', 'cart-1', 'cart-2', 'cart-3', 'redis', 'nats'];

/** Kills or pauses a random process, `times` times. Each damage ends before the next one begins. */
export const atRandom =
  (times: number): Damage =>
  async ({ system, load, random }) => {
    const windows: Window[] = [];
    for (let time = 1; time <= times; time += 1) {
      await load.more(50 + random.below(400));
      const name = random.pick(processes);
      if (random.below(2) === 0) {
        windows.push(await pauseFor(system, name, 100 + random.below(3_000)));
        continue;
      }
      const victim = await system.aim(name);
      victim.kill();
      const from = performance.now();
      await victim.back();
      windows.push({ from, to: performance.now() });
    }
    return windows;
  };
