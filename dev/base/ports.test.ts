import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { claimPort, freePort } from './ports.ts';

test('the error for a taken port names the variable that sets it, and freePort does not return the port', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  await expect(claimPort('HTTP_PORT', '127.0.0.1', port)).rejects.toThrow(
    `port ${port} is taken by another program; end it or set HTTP_PORT to a free port (0 picks one).`,
  );
  expect(await freePort(port)).not.toBe(port);
  await new Promise((resolve) => server.close(resolve));
  expect(await claimPort('HTTP_PORT', '127.0.0.1', port)).toBe(port);
  expect(await freePort(port)).toBe(port);
});

test('a free port is returned once, even before it is in use', async () => {
  const program = `const { freePort } = await import(${JSON.stringify(new URL('./ports.ts', import.meta.url).href)});
    const ports = []; for (let n = 0; n < 400; n += 1) ports.push(await freePort());
    console.log(JSON.stringify(ports)); process.stdin.resume();`;
  const children = [1, 2].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'ignore'] }),
  );
  const ports = await Promise.all(
    children.map(async ({ stdout }) => {
      for await (const line of stdout.setEncoding('utf8')) return JSON.parse(line) as number[];
      return [];
    }),
  );
  for (const child of children) child.kill();
  expect(new Set(ports.flat()).size).toBe(800);
});

test('an address of another machine has another error than a port in use', async () => {
  await expect(claimPort('HTTP_PORT', '192.0.2.1', 8080)).rejects.toThrow(
    'port 8080 on 192.0.2.1 cannot be used (EADDRNOTAVAIL); set HTTP_PORT to another one.',
  );
});
