import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { connectBus } from './bus.ts';
import { run } from './program.ts';
import { consumerSecret, findGateway, findSystem } from './settings.ts';

// A reader that has seen enough (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await run(process.argv.slice(2), {
  connect: async () => connectBus(await findSystem()),
  consumerSecret,
  gateway: () => findGateway(),
  input: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
  pause: (ms) => setTimeout(ms),
  out: (told) => process.stdout.write(told),
  err: (told) => process.stderr.write(told),
  columns: process.stderr.isTTY ? process.stderr.columns : 0,
  width: process.stdout.isTTY ? process.stdout.columns : 0,
});
