import { connectBus } from './bus.ts';
import { run } from './program.ts';
import { findSystem } from './settings.ts';

process.exitCode = await run(process.argv.slice(2), {
  connect: async () => connectBus(await findSystem()),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  columns: process.stderr.isTTY ? process.stderr.columns : 0,
});
