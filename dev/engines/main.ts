// `npm run engines`: shows the programs of the engines that `npm start` uses. With --all-sources, the command
// tries each source from which an engine can be fetched.
import { parseArgs } from 'node:util';
import { run } from '../commands.ts';
import { explain, say } from '../terminal.ts';
import { mongod } from './mongod.ts';
import { nats, oldestNats } from './nats.ts';
import { type Engine, obtainAll, type Source } from './obtain.ts';
import { redis } from './redis.ts';
import { tried } from './trial.ts';
import { versionIn } from './version.ts';

const engines = [mongod, redis, nats];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { 'all-sources': { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) process.stdout.write('npm run engines [-- --all-sources]\n');
  else if (values['all-sources']) await tryAll();
  else await printUsed();
}

async function printUsed(): Promise<void> {
  for (const path of await obtainAll(engines)) {
    process.stdout.write(`${versionIn(await run(path, ['--version']))}  ${path}\n`);
  }
}

/** Tries all sources one after another, because compiling and unpacking use the whole machine. */
async function tryAll(): Promise<void> {
  const trials: { engine: Engine; source: Source }[] = [
    ...engines,
    { ...nats, sources: [oldestNats] },
  ].flatMap((engine) => engine.sources.map((source) => ({ engine, source })));
  for (const { engine, source } of trials) {
    const since = Date.now();
    const { result, detail } = await tried(engine, source);
    const seconds = ((Date.now() - since) / 1000).toFixed(1);
    process.stdout.write(`${engine.program} from ${source.title}: ${result} (${detail}), ${seconds} s\n`);
    if (result === 'failed') process.exitCode = 1;
  }
}

try {
  await main();
} catch (error) {
  say(explain(error));
  process.exitCode = 1;
}
