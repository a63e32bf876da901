import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './commands.ts';
import { withLock } from './lock.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('processes hold the lock one after the other', async () => {
  const program = join(folder, 'hold.mjs');
  const counter = join(folder, 'counter');
  await writeFile(counter, '0');
  await writeFile(
    program,
    `import { readFileSync, writeFileSync } from 'node:fs';
    import { withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)};
    for (let i = 0; i < 5; i += 1) await withLock(process.argv[2], () => {}, async () => {
      const seen = Number(readFileSync(${JSON.stringify(counter)}));
      await new Promise((resolve) => setTimeout(resolve, 10));
      writeFileSync(${JSON.stringify(counter)}, String(seen + 1));
    });`,
  );
  const lock = join(folder, 'lock');
  await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, [program, lock])));
  expect(await run('cat', [counter])).toBe('20');
  expect(existsSync(lock)).toBe(false);
});

test('the lock of a killed process is taken over', async () => {
  const lock = join(folder, 'lock');
  const endedPid = Number(await run('sh', ['-c', 'echo $$']));
  await writeFile(lock, `${endedPid}\n`);
  let waited = 0;
  const result = await withLock(
    lock,
    () => (waited += 1),
    () => 'done',
  );
  expect({ result, waited }).toEqual({ result: 'done', waited: 1 });
});

test('the lock of a living process is waited for', async () => {
  const lock = join(folder, 'lock');
  const order: string[] = [];
  const first = withLock(
    lock,
    () => undefined,
    async () => {
      await sleep(300);
      order.push('first');
    },
  );
  await sleep(50);
  await withLock(
    lock,
    () => undefined,
    () => void order.push('second'),
  );
  await first;
  expect(order).toEqual(['first', 'second']);
});
