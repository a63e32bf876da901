// `npm run next`: builds the shop in examples/next against a running Cartwright, and buys in it with Chromium at 360 pixels.
// The last line counts the checks. Where the packages cannot be had, it is a sentence that begins with `skipped`.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { ConnectedShop, simpleProduct } from '#testing/connected-shop.ts';
import { runCli } from '#testing/import-shop.ts';
import { startSystem } from '#testing/system.ts';
import { until } from '#testing/until.ts';
import { onPath, run } from '../../dev/base/commands.ts';
import { freePort } from '../../dev/base/ports.ts';
import { environment, root } from '../../dev/base/settings.ts';
import { explain, say } from '../../dev/base/terminal.ts';
import { chromium as chromiumProgram } from '../../dev/engines/chromium.ts';
import { obtain } from '../../dev/engines/obtain.ts';
import { buy } from './buy.ts';
import { checkOut } from './check-out.ts';
import { Checks } from './checks.ts';

const folder = join(root, 'examples/next');
const password = 'a long password';
const minutes = 60_000;

// The child processes end by themselves when this process has ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Installs the packages of the shop. Returns why they cannot be had; null if they are there. */
async function install(): Promise<string | null> {
  if (!onPath('npm') || !onPath('node')) return 'npm is not installed';
  try {
    await run('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: folder,
      timeoutMs: 10 * minutes,
      // `npm run` hands on the settings of this project, with which the client would not be built.
      env: { npm_config_ignore_scripts: 'false' },
    });
    return null;
  } catch (error) {
    return explain(error);
  }
}

/** Starts the built shop. Returns its address, and the function that ends it. */
async function start(port: number, env: Readonly<Record<string, string>>) {
  const args = ['node_modules/next/dist/bin/next', 'start', '--port', String(port)];
  const child = spawn('node', args, { cwd: folder, env: { ...environment, ...env }, stdio: 'inherit' });
  process.once('exit', () => child.kill());
  const url = `http://localhost:${port}`;
  while ((await fetch(url).catch(() => null)) === null) {
    if (child.exitCode !== null) throw new Error(`next start ended with ${child.exitCode}`);
    await setTimeout(200);
  }
  return { url, [Symbol.dispose]: () => child.kill() };
}

async function main(checks: Checks): Promise<void> {
  await using system = await startSystem({
    demo: true,
    env: { TRUSTED_PROXIES: '127.0.0.1', WEBHOOK_PRIVATE_ADDRESSES: 'allow', SHOP: 'off' },
  });
  const cli = (args: readonly string[], input = '') => runCli(system.dataDir, args, root, input);
  await cli(
    ['users', 'create', '--username', 'ann', '--email', 'ann@example.com', '--password-stdin'],
    password,
  );
  const port = await freePort();
  const hook = ['--url', `http://localhost:${port}/api/webhook`, '--events', 'product.changed', '--json'];
  const { secret } = JSON.parse(await cli(['webhooks', 'create', ...hook]));
  const env = {
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    CARTWRIGHT_URL: system.httpsUrl,
    NODE_EXTRA_CA_CERTS: system.caFile,
    WEBHOOK_SECRET: secret,
  };
  await checks.try('the shop is built, and its pages of products are static', async () => {
    const printed = await run('npm', ['run', 'build'], { cwd: folder, env, timeoutMs: 10 * minutes });
    const static_ = JSON.parse(await readFile(join(folder, '.next/prerender-manifest.json'), 'utf8')).routes;
    const products = Object.keys(static_).filter((route) => route.startsWith('/product/'));
    if (!('/' in static_) || products.length < 10)
      throw new Error(`static: ${Object.keys(static_)}\n${printed}`);
  });
  const executablePath = await obtain(chromiumProgram);
  const browser: Browser = await chromium.launch({ executablePath, timeout: 5 * minutes });
  try {
    using shop = await start(port, env);
    await buy(checks, browser, shop.url, { cli, password });
    await checkOutAtWooCommerce(checks, browser, env);
  } finally {
    await browser.close();
  }
}

/** Starts the built shop again, against a Cartwright that is connected to the stand-in of WooCommerce. */
async function checkOutAtWooCommerce(
  checks: Checks,
  browser: Browser,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const port = await freePort();
  await using connected = await ConnectedShop.start(
    (data) => data.save('products', simpleProduct(70, '12.50')),
    { env: { CORS_ORIGINS: `http://localhost:${port}` } },
  );
  const { httpsUrl, caFile } = connected.system;
  await until(async () => (await fetch(`${connected.system.httpUrl}/v2/products/70`)).ok);
  using shop = await start(port, { ...env, CARTWRIGHT_URL: httpsUrl, NODE_EXTRA_CA_CERTS: caFile });
  await checkOut(checks, browser, shop.url, { product: 'p-70', shop: connected });
}

const checks = new Checks();
const missing = await install();
if (missing !== null)
  say(`skipped: the Next.js shop was not built, because its packages cannot be had: ${missing}`);
else {
  await checks.try('the Next.js shop', () => main(checks)).catch(() => undefined);
  process.stdout.write(`${checks.counts()}\n`);
  process.exitCode = checks.failed === 0 ? 0 : 1;
}
