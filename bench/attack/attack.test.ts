import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { startSystem } from '#testing/system.ts';
import { root } from '../../dev/settings.ts';
import { cpuOf, processesOf } from '../processes.ts';
import { attack } from './run.ts';

/**
 * CPU limit per request of any attack, in all processes together. Generous: the attacks found earlier cost 1.6 to 79 s.
 */
const mostCpuMs = 700;

test('no attack costs much, makes a fault, or keeps others from an answer', {
  timeout: 240_000,
}, async () => {
  await using system = await startSystem({ demo: true });
  const processes = await processesOf(system.dataDir);
  const costly: string[] = [];
  const results = await attack({
    ...{ base: system.httpUrl, short: true, only: [], insecure: false },
    // Waiting times of other clients are measured by `npm run attack` on a quiet machine, not here.
    limitMs: Number.POSITIVE_INFINITY,
    told: () => undefined,
    async around({ name, requests }, run) {
      const before = await cpuOf(processes);
      await run();
      const after = await cpuOf(processes);
      const spent = processes.reduce(
        (sum, one) => sum + (after.get(one.name) ?? 0) - (before.get(one.name) ?? 0),
        0,
      );
      if (spent / requests.length > mostCpuMs)
        costly.push(`${name}: ${Math.round(spent / requests.length)} ms`);
    },
  });
  expect(costly).toEqual([]);
  expect(results.filter(({ fault }) => fault !== null)).toEqual([]);
  expect(results.length).toBeGreaterThan(20);
});

test('the program attacks nobody that it was not told to', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['bench/attack/main.ts', ...args], { cwd: root, encoding: 'utf8' });
  const { status, stdout, stderr } = run();
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('--base URL')]);
  expect(run('--base', 'shop.example').status).toBe(2);
});
