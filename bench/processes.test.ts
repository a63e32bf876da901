import { expect, test } from 'vitest';
import { cpuMs, isNode, residentMb } from './processes.ts';

test('processor time and memory of this process match Node’s own figures', async () => {
  const until = performance.now() + 150;
  while (performance.now() < until) Math.sqrt(until);
  const { user, system } = process.cpuUsage();
  expect(Math.abs((await cpuMs(process.pid)) - (user + system) / 1_000)).toBeLessThan(100);
  const resident = process.memoryUsage.rss() / 1_048_576;
  expect(Math.abs((await residentMb(process.pid)) - resident)).toBeLessThan(resident / 4);
  expect(await isNode(process.pid)).toBe(true);
});
