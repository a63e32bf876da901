import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/**
 * Returns the instructions of one kind in a stage of the Dockerfile, without the keyword. Continued lines are joined.
 */
async function linesOf(instruction: string, stage: 'storefront' | 'image' = 'image'): Promise<string[]> {
  const text = await readFile(join(root, 'Dockerfile'), 'utf8');
  const [, storefront = '', image = ''] = text.replaceAll(/\\\n\s*/g, '').split(/^FROM /m);
  const lines = (stage === 'image' ? image : storefront).split('\n');
  return lines
    .filter((line) => line.startsWith(`${instruction} `))
    .map((line) => line.slice(instruction.length + 1));
}

/** Copies the files that COPY instructions name. `to` is the folder that stands for the image. */
async function copy(lines: readonly string[], to: string): Promise<void> {
  for (const line of lines) {
    const names = line.split(' ');
    const target = join(to, names.pop() ?? '');
    const isFolder = line.endsWith('/');
    await mkdir(isFolder ? target : dirname(target), { recursive: true });
    for (const name of names) {
      const place = isFolder ? join(target, name.split('/').at(-1) ?? '') : target;
      await cp(join(root, name), place, { recursive: true });
    }
  }
}

/**
 * Builds the storefront with the packages of this repository, and copies the built files into the folder of
 * the image.
 */
async function buildStorefront(): Promise<void> {
  await copy(await linesOf('COPY', 'storefront'), stage);
  await rm(join(stage, 'examples/storefront/dist'), { recursive: true, force: true });
  await symlink(join(root, 'node_modules'), join(stage, 'node_modules'));
  const commands = await linesOf('RUN', 'storefront');
  for (const line of commands.filter((command) => !command.startsWith('npm ')))
    await run('/bin/sh', ['-c', line], { cwd: stage, env: { PATH, HOME } });
  for (const line of await linesOf('COPY')) {
    const [, from = '', to = ''] = /^--from=storefront \/app\/(\S+) (\S+)$/.exec(line) ?? [];
    if (from) await cp(join(stage, from), join(folder, to), { recursive: true });
  }
}

/** Copies the production packages into the folder of the image, so that npm downloads nothing. */
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
let stage: string;
// Runs the steps of the image's build without a container engine.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartwright-image-'));
  stage = await mkdtemp(join(tmpdir(), 'cartwright-image-'));
  const lines = await linesOf('COPY');
  await copy(
    lines.filter((line) => !line.startsWith('--from')),
    folder,
  );
  await Promise.all([copyPackages(), buildStorefront()]);
  for (const line of await linesOf('RUN')) {
    // `npm cache clean` is left out, because the command would delete this machine's own cache.
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
afterAll(() => Promise.all([folder, stage].map((one) => rm(one, { recursive: true, force: true }))));

test.each(roles.filter(({ isServed }) => isServed))(
  'the image has every module that $name needs',
  async (role) => {
    // The process fails because its settings are missing, but only after all its modules were loaded.
    const started = run(process.execPath, [role.entry], { cwd: folder, env: { PATH } });
    const ended = await started.catch((error: { code: number; stderr: string; stdout: string }) => error);
    expect(ended).toMatchObject({ code: 78 });
    expect(`${ended.stdout}${ended.stderr}`).toContain('OPERATIONS_TOKEN');
  },
);

test('the image has the example storefront in the folder that docs/settings.md names', async () => {
  const page = await readFile(join(folder, 'examples/storefront/dist/index.html'), 'utf8');
  expect(page).toContain('src="/shop/assets/');
  expect(await readFile(join(root, 'docs/settings.md'), 'utf8')).toContain(
    '`SHOP=/app/examples/storefront/dist`',
  );
});

test('the image has its version in a label, the command line, and the native programs of its packages', async () => {
  const { stdout } = await run(process.execPath, ['cli/main.ts', '--version'], {
    cwd: folder,
    env: { PATH },
  });
  expect(stdout).toBe(`${manifest.version}\n`);
  expect(await linesOf('LABEL')).toContain(`org.opencontainers.image.version="${manifest.version}"`);
  const program = `const { hashed, match } = await import('./services/auth/passwords/hashing.ts');
    console.log(match({ password: 'correct horse', storedHash: hashed('correct horse') }));`;
  const hashing = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env: { PATH },
  });
  expect(hashing.stdout).toBe('normal\n');
});

test('probes and metrics of a container answer the container itself and other hosts', async () => {
  const variables = (await linesOf('ENV'))
    .join(' ')
    .split(/\s+/)
    .map((one) => one.split('='));
  const image = Object.fromEntries(variables) as Record<string, string>;
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
      const metrics = await fetch(`http://${host}:${port}/metrics`);
      expect([metrics.status, await metrics.text()]).toEqual([
        200,
        expect.stringContaining('nodejs_eventloop_lag_p99_seconds'),
      ]);
      expect(await statusOf(host, '/operations')).toBe(host.startsWith('127.') ? 401 : 403);
    }
    const [check = ''] = await linesOf('HEALTHCHECK');
    const [, ...args] = JSON.parse(check.slice(check.indexOf('['))) as string[];
    await run(process.execPath, args, { env: { PATH, PRIVATE_PORT: port } });
  } finally {
    gateway.kill('SIGKILL');
  }
});
