import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dataFolder } from '#testing/data-folder.ts';
import { freePort } from '../../base/ports.ts';
import { startNode } from './node-process.ts';

/** A program that listens on the port in its first argument and then prints `listening`. */
const listener = `import { createServer } from 'node:net';
createServer().listen(Number(process.argv[1]), '127.0.0.1', () => console.log('listening'));`;

async function ownFolder(): Promise<string> {
  const folder = await dataFolder();
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

async function startedListener() {
  const folder = join(await ownFolder(), 'node');
  const port = await freePort();
  const args = ['--input-type=module', '--eval', listener, String(port)];
  const node = await startNode({ name: 'a-node', port, program: process.execPath, args, folder });
  onTestFinished(() => node.kill());
  return { node, folder };
}

test('a node that was killed or stopped starts again on its port and appends to its log', async () => {
  const { node, folder } = await startedListener();
  // The node prints `listening` shortly after its port is open, so the test polls the log.
  const logged = async (times: number) => {
    const log = () => readFile(join(folder, 'a-node.log'), 'utf8');
    await expect.poll(log).toBe('listening\n'.repeat(times));
  };
  await logged(1);
  const first = node.pid;
  await node.kill();
  expect(node.pid).toBe(null);
  await node.start();
  expect(node.pid).not.toBe(first);
  await logged(2);
  await node.stop();
  expect(node.pid).toBe(null);
});

test('the error for a node that ends at once names the log', async () => {
  const folder = await ownFolder();
  const plan = { name: 'no-node', port: await freePort(), program: process.execPath, folder };
  await expect(startNode({ ...plan, args: ['--eval', 'process.exit(1)'] })).rejects.toThrow(
    `no-node ended; its log is in ${folder}`,
  );
  await expect(startNode({ ...plan, program: '/nowhere', args: [] })).rejects.toThrow('no-node ended');
});
