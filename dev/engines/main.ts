// `npm run engines`: prints the programs of the engines that `npm start` uses, and fetches missing ones.
import { run } from '../base/commands.ts';
import { explain, say } from '../base/terminal.ts';
import { mongod } from './mongod.ts';
import { nats } from './nats.ts';
import { obtainAll, versionIn } from './obtain.ts';
import { redis } from './redis.ts';

try {
  for (const path of await obtainAll([mongod, redis, nats]))
    process.stdout.write(`${versionIn(await run(path, ['--version']))}  ${path}\n`);
} catch (error) {
  say(explain(error));
  process.exitCode = 1;
}
