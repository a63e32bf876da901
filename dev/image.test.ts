import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClaimKeys } from '#platform/bus/claim-keys.fixture.ts';
import { mongodFixture, natsFixture, redisFixture } from '#testing/engines.ts';
import manifest from '../package.json' with { type: 'json' };
import { freePort } from './base/ports.ts';
import { roles } from './base/roles.ts';
import { environment, root } from './base/settings.ts';

const run = promisify(execFile);
const { HOME, NODE_EXTRA_CA_CERTS } = environment;
/** `node` in commands is the Node that runs the tests. */
const PATH = `${dirname(process.execPath)}:${environment.PATH}`;

/**
 * Returns the instructions of one kind in a stage of the Dockerfile, without the keyword. Continued lines are joined.
 */
async function linesOf(instruction: string, stage: 'build' | 'image' = 'image'): Promise<string[]> {
  const text = await readFile(join(root, 'Dockerfile'), 'utf8');
  const [, build = '', image = ''] = text.replaceAll(/\\\n\s*/g, '').split(/^FROM /m);
  const lines = (stage === 'image' ? image : build).split('\n');
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
 * Builds the storefront and the bundles with the packages of this repository, and copies the built files into the
 * folder of the image.
 */
async function copyBuilt(): Promise<void> {
  await copy(await linesOf('COPY', 'build'), stage);
  await rm(join(stage, 'examples/storefront/dist'), { recursive: true, force: true });
  await symlink(join(root, 'node_modules'), join(stage, 'node_modules'));
  const commands = await linesOf('RUN', 'build');
  for (const line of commands.filter((command) => !command.startsWith('npm ')))
    await run('/bin/sh', ['-c', line], { cwd: stage, env: { PATH, HOME } });
  for (const line of await linesOf('COPY')) {
    const [, from = '', to = ''] = /^--from=build \/app\/(\S+) (\S+)$/.exec(line) ?? [];
    if (from) await cp(join(stage, from), join(folder, to), { recursive: true });
  }
  await moveBundles();
}

/** Replaces the folder of the stage in the bundles. In the image, both folders are `/app`. */
async function moveBundles(): Promise<void> {
  const bundles = join(folder, 'bundles');
  for (const name of (await readdir(bundles, { recursive: true })).filter((each) => each.endsWith('.mjs'))) {
    const text = await readFile(join(bundles, name), 'utf8');
    await writeFile(join(bundles, name), text.replaceAll(stage, folder));
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

/** Returns the environment variables of the image. Paths in `/app` become paths in the folder of the image. */
async function imageVariables(): Promise<Record<string, string>> {
  const variables = (await linesOf('ENV')).join(' ').matchAll(/(\w+)=(\S+)/g);
  return Object.fromEntries(
    [...variables].map(([, name = '', value = '']) => [name, value.replace(/^\/app\//, `${folder}/`)]),
  );
}

const [mongod, redis, nats] = [mongodFixture(), redisFixture(), natsFixture()];
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
  await Promise.all([copyPackages(), copyBuilt()]);
  for (const line of await linesOf('RUN')) {
    // `npm cache clean` is left out, because the command would delete this machine's own cache. This machine lacks the
    // user of the image.
    const commands = line.split('&&').filter((command) => !/npm cache|chown/.test(command));
    const env = {
      PATH,
      HOME,
      NODE_EXTRA_CA_CERTS,
      ...(await imageVariables()),
      npm_config_prefer_offline: 'true',
      npm_config_loglevel: 'error',
    };
    await run('/bin/sh', ['-c', commands.join('&&')], { cwd: folder, env });
  }
}, 600_000);
afterAll(() => Promise.all([folder, stage].map((one) => rm(one, { recursive: true, force: true }))));

test.each(roles.filter(({ isServed }) => isServed))(
  'the image has every module that $name needs, and its compiled code',
  async (role) => {
    // The process fails because its settings are missing, but only after all its modules were loaded.
    const program = `bundles/${role.entry.replace(/\.ts$/, '.mjs')}`;
    const env = { PATH, ...(await imageVariables()), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
    const started = run(process.execPath, [program], { cwd: folder, env, maxBuffer: 64 * 1_024 * 1_024 });
    const ended = await started.catch((error: { code: number; stderr: string; stdout: string }) => error);
    expect(ended).toMatchObject({ code: 78 });
    expect(`${ended.stdout}${ended.stderr}`).toContain('OPERATIONS_TOKEN');
    expect(ended.stderr).toContain(`${program} was accepted`);
  },
);

test('the image has the example storefront in the folder that docs/settings.md names', async () => {
  const page = await readFile(join(folder, 'examples/storefront/dist/index.html'), 'utf8');
  expect(page).toContain('src="/shop/assets/');
  expect(await readFile(join(root, 'docs/settings.md'), 'utf8')).toContain(
    '`SHOP=/app/examples/storefront/dist`',
  );
});

test('the image has the demo shop, with the pictures that docker-compose.yml names', async () => {
  const compose = await readFile(join(root, 'docker-compose.yml'), 'utf8');
  const [, pictures = ''] = /PICTURES:-\/app\/([^}]+)/.exec(compose) ?? [];
  expect(await readdir(join(folder, pictures))).toContain('mug.svg');
  expect(await readdir(join(folder, pictures, '..'))).toContain('products.json');
});

test('the image has its version in a label, the command line, and the native programs of its packages', async () => {
  const { stdout } = await run(process.execPath, ['bundles/cli/main.mjs', '--version'], {
    cwd: folder,
    env: { PATH },
  });
  expect(stdout).toBe(`${manifest.version}\n`);
  expect(await linesOf('LABEL')).toContain(`org.opencontainers.image.version="${manifest.version}"`);
  const program = `const { hashed, match } = await import('./bundles/services/auth/passwords/hashing.mjs');
    console.log(match({ password: 'correct horse', storedHash: hashed('correct horse') }));`;
  const hashing = await run(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env: { PATH },
  });
  expect(hashing.stdout).toBe('normal\n');
});

test('the image makes the secrets of Docker in a folder of the host, without packages for development', async () => {
  const out = await mkdtemp(join(tmpdir(), 'cartwright-image-'));
  try {
    await run(process.execPath, ['bundles/dev/secrets-env.mjs', out], { cwd: folder, env: { PATH } });
    expect((await readdir(out)).sort()).toEqual(['.env', 'tls']);
    expect((await readdir(join(out, 'tls'))).sort()).toEqual(['ca.pem', 'cert.pem', 'key.pem']);
    const made = (await readFile(join(out, '.env'), 'utf8')).matchAll(/^([A-Z_]+)=\S+$/gm);
    const wanted = (await readFile(join(root, 'docker-compose.yml'), 'utf8')).matchAll(/\$\{([A-Z_]+):\?/g);
    expect(new Set([...made].map(([, name]) => name))).toEqual(new Set([...wanted].map(([, name]) => name)));
  } finally {
    await rm(out, { recursive: true });
  }
});

test('extensions of the shop import the sources of the image, beside a process that runs from its bundle', async () => {
  const extension = join(folder, 'examples/login-extension/invitation.ts');
  await cp(join(root, 'examples/login-extension'), dirname(extension), { recursive: true });
  const endOf = async (codes: readonly string[]) => {
    const auth = spawn(process.execPath, ['bundles/services/auth/main.mjs'], {
      cwd: folder,
      env: {
        ...{ PATH, NATS_URL: nats.url, AUTH_MONGODB_URL: mongod.url, AUTH_REDIS_URL: redis.url },
        ...{ LOG_LEVEL: 'fatal', OPERATIONS_TOKEN: secret, AUTH_SECRET: secret },
        ...{ CLAIM_PUBLIC_KEY: testClaimKeys.publicKey, LOGIN_EXTENSIONS: extension },
        LOGIN_EXTENSION_SETTINGS: JSON.stringify({ invitation: { codes } }),
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return new Promise((resolve) => {
      auth.once('exit', resolve);
      auth.once('message', () => {
        resolve('ready');
        auth.kill('SIGKILL');
      });
    });
  };
  expect(await endOf(['spring-2026'])).toBe('ready');
  expect(await endOf([])).toBe(78);
});

test('probes and metrics of a container answer the container itself and other hosts', async () => {
  const image = await imageVariables();
  expect(image).toMatchObject({ PRIVATE_HOST: '0.0.0.0', PRIVATE_PORT: '9090' });
  const port = String(await freePort());
  const env = {
    ...{ PATH, PRIVATE_HOST: image.PRIVATE_HOST, PRIVATE_PORT: port, HTTP_PORT: '0', HTTPS_PORT: '0' },
    ...{ NATS_URL: nats.url, LOG_LEVEL: 'error', OPERATIONS_TOKEN: secret, GUEST_KEY_SECRET: secret },
    ...{ CLAIM_PUBLIC_KEY: testClaimKeys.publicKey, CLAIM_PRIVATE_KEY: testClaimKeys.privateKey },
  };
  const gateway = spawn(process.execPath, ['bundles/gateway/main.mjs'], {
    cwd: folder,
    env,
    stdio: 'inherit',
  });
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
    const [program = '', ...args] = JSON.parse(check.slice(check.indexOf('['))) as string[];
    await run(program, args, { env: { PATH, PRIVATE_PORT: port } });
    await expect(run(program, args, { env: { PATH, PRIVATE_PORT: '1' } })).rejects.toThrow();
  } finally {
    gateway.kill('SIGKILL');
  }
});
