import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signature } from '../../services/events/webhooks/domain/delivery.ts';

const path = 'examples/webhook-receiver/receiver.mjs';
const secret = 'whsec_of_a_test';
const body = JSON.stringify({ id: 'e1', type: 'cart.changed', created_at: 'now', data: { revision: 3 } });
const now = Math.floor(Date.now() / 1_000);

let receiver: ChildProcess;
let printed = '';
let url = '';
beforeAll(async () => {
  receiver = spawn(process.execPath, [path, '0'], {
    env: { WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  receiver.stdout?.on('data', (text) => {
    printed += text;
  });
  while (!printed.includes('\n')) await once(receiver.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  url = printed.trim().replace('listening on ', '');
  printed = '';
});
afterAll(() => receiver.kill());

async function send(text: string, header: string | null): Promise<number> {
  const headers = header === null ? {} : { 'Cartwright-Signature': header };
  return (await fetch(url, { method: 'POST', body: text, headers })).status;
}

test('it contains the function of docs/webhooks.md', async () => {
  const [, check = 'none'] =
    /```js\n(?:import.*\n\n)?(.*?)```/s.exec(await readFile('docs/webhooks.md', 'utf8')) ?? [];
  expect(await readFile(path, 'utf8')).toContain(check);
});

test.each([
  ['nothing signed', null],
  ['another secret', signature(body, 'whsec_of_another', now)],
  ['another body', signature(`${body} `, secret, now)],
  ['an old one', signature(body, secret, now - 301)],
  ['one without digits', `t=${now}`],
  ['another time', signature(body, secret, now - 1).replace(/^t=\d+/, `t=${now}`)],
])('%s is refused', async (_what, header) => {
  expect([await send(body, header), printed]).toEqual([401, '']);
});

test('an event that arrives several times is printed once', async () => {
  expect([
    await send(body, signature(body, secret, now)),
    await send(body, signature(body, secret, now + 5)),
  ]).toEqual([204, 204]);
  expect(printed).toBe('now cart.changed {"revision":3}\n');
});
