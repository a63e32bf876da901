import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataFolder } from '#testing/data-folder.ts';
import { type RunningSystem, startSystem } from '#testing/system.ts';
import { runWith } from '../../cli/program.fixture.ts';
import { connectBus } from '../../cli/shared/bus.ts';
import { testWithoutDemo } from '../../dev/demo.fixture.ts';

let system: RunningSystem;
beforeAll(async () => {
  system = await startSystem({ dataDir: await dataFolder() });
}, 600_000);
afterAll(async () => {
  await signal('start', 'SIGCONT');
  await system.stop();
}, 600_000);

const signal = async (part: string, name: NodeJS.Signals) => process.kill(await system.pid(part), name);

/** Returns the parsed output of `cartwright status`, and its exit code. */
async function status() {
  const address = { NATS_URL: system.natsUrl, NATS_USER: 'cli', NATS_PASSWORD: system.natsPassword('cli') };
  const { code, out } = await runWith({ connect: () => connectBus(address) }, ['status', '--json']);
  const { replicas, problems } = JSON.parse(out) as {
    replicas: { service: string; replica: string | null; state: string }[];
    problems: string[];
  };
  return { code, replicas: replicas.map((one) => `${one.replica ?? one.service} ${one.state}`), problems };
}

const services = ['auth', 'cart', 'catalogue', 'events', 'gateway'];
const allReady = services.map((one) => `${one}-1 ready`);
const allMissing = services.map((one) => `${one} missing`);
const isReady = () => fetch(`${system.httpUrl}/health/ready`).then(({ status: code }) => code);
const wait = { timeout: 30_000 };

test.each([
  ['mongod', ['auth-1: mongodb', 'catalogue-1: mongodb', 'events-1: mongodb']],
  ['redis', ['auth-1: redis', 'cart-1: redis']],
])('with %s down every process is ready and listed with its missing dependency', async (engine, missing) => {
  await expect.poll(status, wait).toEqual({ code: 0, replicas: allReady, problems: [] });
  // The supervisor is paused, because it would restart the engine at once.
  await signal('start', 'SIGSTOP');
  await signal(engine, 'SIGKILL');
  const names = missing.map((one) => expect.stringMatching(`^${one} is down for \\d+ s: `));
  await expect.poll(async () => (await status()).problems, wait).toEqual(expect.arrayContaining(names));
  const shown = await status();
  expect([shown.code, shown.replicas, await isReady()]).toEqual([1, allReady, 200]);
  await signal('start', 'SIGCONT');
  await expect.poll(status, wait).toEqual({ code: 0, replicas: allReady, problems: [] });
});

test('without NATS every process stays ready, and status reports in one sentence that the bus is down', async () => {
  await signal('start', 'SIGSTOP');
  await signal('nats', 'SIGKILL');
  const problems = [
    expect.stringMatching(
      /^the system's bus at nats:\/\/127\.0\.0\.1:\d+ cannot be reached: CONNECTION_REFUSED$/,
    ),
  ];
  await expect.poll(status, wait).toEqual({ code: 1, replicas: allMissing, problems });
  // A process that alone loses NATS becomes unready after 10 s. Here NATS does not run at all, so every process must
  // stay ready for longer than that.
  await new Promise((resolve) => setTimeout(resolve, 12_000));
  expect(await isReady()).toBe(200);
  await signal('start', 'SIGCONT');
  await expect.poll(status, wait).toEqual({ code: 0, replicas: allReady, problems: [] });
});

test('a paused replica is listed as not answering', async () => {
  await signal('cart-1', 'SIGSTOP');
  const shown = await status();
  await signal('cart-1', 'SIGCONT');
  expect([shown.code, shown.replicas]).toEqual([1, allReady.toSpliced(1, 1, 'cart-1 no answer')]);
  expect(shown.problems).toContainEqual(
    expect.stringMatching(/^cart-1 does not answer; it was there \d+ s ago$/),
  );
});

// This test is here, because it needs a system without products.
testWithoutDemo(() => system);
