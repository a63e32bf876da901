// `npm start`: the whole system on one machine, from nothing, until Ctrl-C.
import { relative } from 'node:path';
import { parseOptions, usage } from './options.ts';
import { environment, readSettings } from './settings.ts';
import { System, type SystemFile } from './system.ts';
import { explain, say } from './terminal.ts';

/** A terminal's Ctrl-C reaches us twice, once by npm; what comes this soon is no second one. */
const SAME_SIGNAL_MS = 700;

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(usage);
    return;
  }
  for (const note of options.notes) say(note);
  const settings = readSettings(environment);
  const dataDir = relative(process.cwd(), settings.DATA_DIR) || '.';
  const system = new System(settings, options.replicas);
  endOnSignals(system);
  try {
    const found = await system.start();
    process.stdout.write(`ready ${found.httpUrl} ${found.httpsUrl}\n`);
    say(whatNext(found, dataDir));
  } catch (error) {
    // A stop by signal makes the start fail half-way: that is no problem to tell, and it ends the process itself.
    if (signalled !== null) return;
    say(explain(error));
    await system.stop();
    process.exit(1);
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
  // A test that was killed closes its channel to us, and with it goes the system it had started.
  process.on('disconnect', () => onSignal('parent gone'));
  // A closed terminal must not end the supervisor before its children.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

function whatNext({ httpUrl, httpsUrl, caFile }: SystemFile, dataDir: string): string {
  return `
Try next:
  npm run cli -- import woocommerce --from DIR     a shop from the JSON of WooCommerce's REST API
  npm run cli -- status                            every replica and the engines behind them
  curl ${httpUrl}/v2/products/ID_OR_SKU
  curl -X POST ${httpUrl}/v2/cart/add-item -H 'content-type: application/json' -d '{"id":"ID_OR_SKU"}'
  curl --cacert ${caFile} ${httpsUrl}/health/ready
Logs are in ${dataDir}/log, pids in ${dataDir}/run. Ctrl-C ends everything.`;
}

try {
  await main();
} catch (error) {
  say(explain(error));
  process.exit(1);
}
