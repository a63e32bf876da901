import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { root } from '../../dev/base/settings.ts';
import { cpuOf, processesOf } from '../processes.ts';
import { attack } from './run.ts';

/**
 * Maximum CPU milliseconds per request of an attack, in all processes together. Attacks that once succeeded cost
 * 1.6 to 79 s per request.
 */
const maxCpuMs = 700;

/**
 * Runs the attacks in `only`; all attacks if the list is empty. Returns the number of attacks, and the faults
 * by name of the attack.
 */
async function failed(
  { httpUrl, dataDir }: RunningSystem,
  only: readonly string[],
): Promise<{ count: number; faults: ReadonlyMap<string, unknown> }> {
  const processes = await processesOf(dataDir);
  const faults = new Map<string, unknown>();
  const results = await attack({
    ...{ base: httpUrl, short: true, only, insecure: false },
    // This test has no limit for the waiting times of other clients, because the machine may be busy. `npm run
    // attack` checks these times on a quiet machine.
    limitMs: Number.POSITIVE_INFINITY,
    onResult: (result) => void (result.fault !== null && faults.set(result.name, result)),
    async around({ name, requests }, run) {
      const before = await cpuOf(processes);
      await run();
      const after = await cpuOf(processes);
      const spent = processes.reduce(
        (sum, one) => sum + (after.get(one.name) ?? 0) - (before.get(one.name) ?? 0),
        0,
      );
      const each = Math.round(spent / requests.length);
      if (each > maxCpuMs) faults.set(name, `${each} ms of CPU for a request`);
    },
  });
  return { count: results.length, faults };
}

test('no attack costs much, causes a fault, or delays other clients', {
  timeout: 240_000,
}, async () => {
  await using system = await startSystem({ demo: true });
  const first = await failed(system, []);
  expect(first.count).toBeGreaterThan(20);
  // Other programs on a busy machine may also delay requests. So failed attacks run again, and only a second
  // failure counts.
  const names = [...first.faults.keys()];
  expect([...(names.length > 0 ? (await failed(system, names)).faults : [])]).toEqual([]);
});

test('the program refuses to run without the address of a system', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['bench/attack/main.ts', ...args], { cwd: root, encoding: 'utf8' });
  const { status, stdout, stderr } = run();
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('--base URL')]);
  expect(run('--base', 'shop.example').status).toBe(2);
});
