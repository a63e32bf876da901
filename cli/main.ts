import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Interrupted } from '#platform/errors/problem.ts';
import { run } from './program.ts';
import { connectBus } from './shared/bus.ts';
import {
  consumerSecret,
  eventReplicas,
  findGateway,
  findMachineFacts,
  findSystem,
} from './shared/settings.ts';

// The error EPIPE is no failure of the command: the reader of a pipe, such as `| head`, has closed the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

/** Asks a yes-or-no question on standard error, because standard output may be redirected. */
async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  terminal.once('SIGINT', () => reject(new Interrupted()));
  terminal.once('close', () => resolve(''));
  terminal.question(question, resolve);
  try {
    return /^y(es)?$/i.test((await promise).trim());
  } finally {
    terminal.close();
  }
}

let isBusAway = false;
process.exitCode = await run(process.argv.slice(2), {
  connect: async (user = 'cli') =>
    connectBus(await findSystem(undefined, user), user).catch((error: unknown) => {
      isBusAway = true;
      throw error;
    }),
  consumerSecret: () => consumerSecret(),
  eventReplicas,
  gateway: () => findGateway(),
  machineFacts: () => findMachineFacts(),
  input: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
  ask: process.stdin.isTTY && process.stderr.isTTY ? ask : null,
  interrupted() {
    const controller = new AbortController();
    let since = Number.NaN;
    const stop = () => {
      // npm repeats each signal, so a signal within a second after the first is ignored. A later signal ends
      // the process.
      if (performance.now() - since > 1_000) process.exit(130);
      if (!controller.signal.aborted) since = performance.now();
      controller.abort();
    };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
    return controller.signal;
  },
  pause: (ms) => setTimeout(ms),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  columns: process.stderr.isTTY ? process.stderr.columns : 0,
  width: process.stdout.isTTY ? process.stdout.columns : 0,
});
// The look-up of a name that no server answers cannot be ended otherwise, and would keep the process for half a minute.
if (isBusAway) process.exit();
