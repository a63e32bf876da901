import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ListeningSockets } from './listening-sockets.ts';
import { freePort } from './ports.ts';

/** A program that serves on the inherited socket and answers with its first argument. */
const program = `import { createServer } from 'node:net';
const server = createServer((socket) => socket.end(process.argv[1]));
server.listen({ fd: 4 }, () => process.send('listening'));`;

async function listener(sockets: ListeningSockets, name: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, name], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...sockets.descriptors],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await new Promise((resolve) => child.once('message', resolve));
  return { child, ended };
}

async function answerFrom(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

test('a waiting connection of a killed process is served by the next one', async () => {
  const port = await freePort();
  const sockets = new ListeningSockets('127.0.0.1', [port]);
  onTestFinished(() => sockets.close());
  const first = await listener(sockets, 'first');
  expect(await answerFrom(port)).toBe('first');
  first.child.kill('SIGSTOP');
  const waitingAnswer = answerFrom(port);
  first.child.kill('SIGKILL');
  await first.ended;
  await listener(sockets, 'second');
  expect(await waitingAnswer).toBe('second');
});

test('without a listening child, the port refuses connections after close', async () => {
  const port = await freePort();
  const sockets = new ListeningSockets('127.0.0.1', [port]);
  sockets.close();
  await expect(answerFrom(port)).rejects.toThrow('ECONNREFUSED');
});
