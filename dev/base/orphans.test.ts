import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const running = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Starts a parent process. The parent starts a child process and a guard that kills the child if the parent is
 * killed.
 */
async function parentWithGuard(folder: string) {
  const code = `
    import { spawn } from 'node:child_process';
    import { guardAgainstOrphans } from ${JSON.stringify(new URL('./orphans.ts', import.meta.url).href)};
    const child = spawn('sleep', ['600'], { stdio: 'ignore', detached: true });
    guardAgainstOrphans(child.pid, process.argv[1]);
    console.log(child.pid);
    setInterval(() => {}, 1_000);`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', code, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [line] = (await parent.stdout.setEncoding('utf8').take(1).toArray()) as string[];
  return { parent, pid: Number(line) };
}

test('an engine and its data are removed when its test is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-guard-'));
  const { parent, pid } = await parentWithGuard(folder);
  expect([running(pid), existsSync(folder)]).toEqual([true, true]);
  parent.kill('SIGKILL');
  await expect.poll(() => running(pid)).toBe(false);
  await expect.poll(() => existsSync(folder)).toBe(false);
});
