import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClaimKeys } from '#platform/bus/claim-keys.fixture.ts';
import { natsFixture } from '#testing/engines.ts';
import manifest from '../package.json' with { type: 'json' };
import { freePort } from './ports.ts';
import { roles } from './roles.ts';
import { environment, root } from './settings.ts';

const run = promisify(execFile);
const { PATH, HOME, NODE_EXTRA_CA_CERTS } = environment;

/** Returns the Dockerfile's instructions of a kind, with continued lines joined, without the keyword. */
async function linesOf(word: string): Promise<string[]> {
  const text = await readFile(join(root, 'Dockerfile'), 'utf8');
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
  return lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
}

/** Copies production packages into the folder, so that npm downloads nothing. */
async function copyPackages(): Promise<void> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const names = Object.entries<{ dev?: boolean }>(lock.packages).filter(
    ([name, { dev }]) => name !== '' && !dev && existsSync(join(root, name)),
  );
  const isOwn = (path: string) => !path.endsWith('/node_modules');
  for (const [name] of names)
    await cp(join(root, name), join(folder, name), { recursive: true, filter: isOwn });
}

const nats = natsFixture();
const secret = 'a secret of tests, 32 characters or more';
let folder: string;
// Runs the steps of the image's build without a container engine.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-image-'));
  for (const line of await linesOf('COPY')) {
    const names = line.split(' ');
    const target = join(folder, names.pop() ?? '');
    const isFolder = line.endsWith('/');
    if (isFolder) await mkdir(target, { recursive: true });
    for (const name of names) {
      const place = isFolder ? join(target, name.split('/').at(-1) ?? '') : target;
      await cp(join(root, name), place, { recursive: true });
    }
  }
  await copyPackages();
  for (const line of await linesOf('RUN')) {
    // The npm cache here is not the image's.
    const commands = line.split('&&').filter((command) => !command.includes('npm cache'));
    const env = {
      PATH,
      HOME,
      NODE_EXTRA_CA_CERTS,
      npm_config_prefer_offline: 'true',
      npm_config_loglevel: 'error',
    };
    await run('/bin/sh', ['-c', commands.join('&&')], { cwd: folder, env });
  }
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(roles.filter(({ kept }) => kept))('the image has everything that $name runs with', async (role) => {
  // It fails at its settings, which are missing.
  const started = run(process.execPath, [role.entry], { cwd: folder, env: { PATH } });
  const ended = await started.catch((error: { code: number; stderr: string; stdout: string }) => error);
  expect(ended).toMatchObject({ code: 78 });
  expect(`${ended.stdout}${ended.stderr}`).toContain('OPERATIONS_TOKEN');
});

test('the image names its version, has the command line, and the programs that packages bring for its system', async () => {
  const { stdout } = await run(process.execPath, ['cli/main.ts', '--version'], {
    cwd: folder,
    env: { PATH },
  });
  expect(stdout).toBe(`${manifest.version}\n`);
  expect(await linesOf('LABEL')).toContain(`org.opencontainers.image.version="${manifest.version}"`);
  const program = `const { hashed, match } = await import('./services/auth/passwords/hashing.ts');
    console.log(match({ password: 'correct horse', kept: hashed('correct horse') }));`;
  const hashing = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env: { PATH },
  });
  expect(hashing.stdout).toBe('normal\n');
});

test('a container is probed and scraped over HTTP, from itself and from others', async () => {
  const ENV = (await linesOf('ENV'))
    .join(' ')
    .split(/\s+/)
    .map((one) => one.split('='));
  const image = Object.fromEntries(ENV) as Record<string, string>;
  expect(image).toMatchObject({ PRIVATE_HOST: '0.0.0.0', PRIVATE_PORT: '9090' });
  const port = String(await freePort());
  const env = {
    ...{ PATH, PRIVATE_HOST: image.PRIVATE_HOST, PRIVATE_PORT: port, HTTP_PORT: '0', HTTPS_PORT: '0' },
    ...{ NATS_URL: nats.url, LOG_LEVEL: 'error', OPERATIONS_TOKEN: secret, GUEST_KEY_SECRET: secret },
    ...{ CLAIM_PUBLIC_KEY: testClaimKeys.publicKey, CLAIM_PRIVATE_KEY: testClaimKeys.privateKey },
  };
  const gateway = spawn(process.execPath, ['gateway/main.ts'], { cwd: folder, env, stdio: 'inherit' });
  try {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const hosts = addresses.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
    const statusOf = async (host: string, path: string) =>
      (await fetch(`http://${host}:${port}${path}`)).status;
    await expect
      .poll(() => statusOf('127.0.0.1', '/health/ready').catch(() => 0), { timeout: 30_000 })
      .toBe(200);
    for (const host of hosts) {
      expect(await statusOf(host, '/health/ready?verbose')).toBe(200);
      expect(await statusOf(host, '/metrics')).toBe(200);
      expect(await statusOf(host, '/operations')).toBe(host.startsWith('127.') ? 401 : 403);
    }
    const [check = ''] = await linesOf('HEALTHCHECK');
    const [, ...args] = JSON.parse(check.slice(check.indexOf('['))) as string[];
    await run(process.execPath, args, { env: { PATH, PRIVATE_PORT: port } });
  } finally {
    gateway.kill('SIGKILL');
  }
});
