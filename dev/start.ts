// `npm start` and, with the first argument `--cluster`, `npm run cluster`: starts the whole system on this machine and runs
// it until Ctrl-C. By default each engine is one process; in a cluster, each runs on several nodes.
import { relative } from 'node:path';
import { parseOptions, type Topology, usageOf, usualSettings } from './base/options.ts';
import { environment, readSettings } from './base/settings.ts';
import { explain, say } from './base/terminal.ts';
import { demoProduct, ensureDemoShop } from './demo.ts';
import { System, type SystemFile } from './system.ts';

/**
 * For this number of milliseconds after a signal, further signals are ignored, because npm forwards the same Ctrl-C a
 * second time.
 */
const SAME_SIGNAL_MS = 700;

async function main(args: readonly string[]): Promise<void> {
  const topology: Topology = args[0] === '--cluster' ? 'cluster' : 'single';
  const options = parseOptions(topology === 'cluster' ? args.slice(1) : args, topology);
  if (options.help) {
    process.stdout.write(usageOf(topology));
    return;
  }
  const settings = readSettings({ ...usualSettings[topology], ...environment });
  const dataDir = relative(process.cwd(), settings.DATA_DIR) || '.';
  const system = new System(settings, options.replicas, topology);
  endOnSignals(system);
  try {
    const found = await system.start();
    // The catalogue of a connected shop is that of the shop.
    const isEmpty = options.empty || settings.WOOCOMMERCE_URL !== undefined;
    const hasDemo = isEmpty ? false : await withDemoShop(settings.DATA_DIR);
    process.stdout.write(`ready ${found.httpUrl} ${found.httpsUrl}\n`);
    say(whatNext(found, dataDir, fillingOf(settings.WOOCOMMERCE_URL, hasDemo), hasDemo));
  } catch (error) {
    // After a signal, the start fails. The signal handler ends the process, so the failure is not printed.
    if (signalled !== null) return;
    say(explain(error));
    await system.stop();
    process.exit(1);
  }
}

/**
 * Imports the demo shop. Returns whether the system then has the demo shop. A failure is only printed, because the
 * system works without the demo shop.
 */
async function withDemoShop(dataDir: string): Promise<boolean> {
  try {
    return await ensureDemoShop(dataDir);
  } catch (error) {
    // After a signal, the failure is not printed, because the signal handler prints why the system ends.
    if (signalled !== null) throw error;
    say(`the demo shop is not there whole (npm run cli -- seed --demo completes it): ${explain(error)}`);
    return false;
  }
}

let signalled: number | null = null;

function endOnSignals(system: System): void {
  const onSignal = (signal: string) => {
    if (signalled === null) {
      signalled = Date.now();
      say(`${signal}: ending`);
      void system.stop().then(
        () => process.exit(0),
        (error) => {
          say(explain(error));
          process.exit(1);
        },
      );
    } else if (Date.now() - signalled > SAME_SIGNAL_MS) system.hurry();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // When a test that started this system is killed, the channel between the test and this process closes. The
  // system must then stop too.
  process.on('disconnect', () => onSignal('parent gone'));
  // When the terminal closes, writing to the terminal fails. Without these listeners, the error would end
  // this process before its children.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Returns the commands that fill the catalogue. A catalogue that follows a shop fills itself. */
function fillingOf(shop: string | undefined, hasDemo: boolean): string {
  if (shop !== undefined)
    return `npm run cli -- connect check                     whether ${shop} can be followed
  npm run cli -- connect status                    how far the catalogue is in step with it`;
  const fill = hasDemo
    ? `npm run cli -- products list                     the demo shop; set ${demoProduct.id} --price 19.50 changes one`
    : 'npm run cli -- seed --demo                       a demo shop, or seed --products 10000';
  return `${fill}
  npm run cli -- import woocommerce --from DIR     a shop from the JSON of WooCommerce's REST API`;
}

function whatNext(
  { httpUrl, httpsUrl, caFile }: SystemFile,
  dataDir: string,
  filling: string,
  hasDemo: boolean,
): string {
  const id = hasDemo ? demoProduct.id : 'ID_OR_SKU';
  return `
Try next:
  ${filling}
  npm run cli -- status                            every replica and the engines behind them
  ${httpUrl}/shop                        the example storefront; ${httpUrl}/docs the documentation
  curl ${httpUrl}/v2/products/${id}
  curl '${httpUrl}/v2/products?on_sale=true&orderby=price'
  curl -X POST ${httpUrl}/v2/cart/add-item -H 'content-type: application/json' -d '{"id":"${id}"}'
  curl --cacert ${caFile} ${httpsUrl}/health/ready
Logs are in ${dataDir}/log, pids in ${dataDir}/run. Ctrl-C ends everything.`;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  say(explain(error));
  process.exit(1);
}
