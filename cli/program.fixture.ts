import { run } from './program.ts';
import type { Host } from './shared/host.ts';

/** What a command line returned and printed. */
interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** How many times the command connected to the system. */
  readonly connected: number;
}

/** Runs a command line in the current process. Connections fail if `changes` has no `connect`. */
export async function runWith(changes: Partial<Host>, args: readonly string[]): Promise<Ran> {
  let out = '';
  let err = '';
  let connected = 0;
  const connect: Host['connect'] = changes.connect ?? (() => Promise.reject(new Error('nobody is there')));
  const code = await run(args, {
    consumerSecret: () => undefined,
    eventReplicas: undefined,
    gateway: () => Promise.reject(new Error('nobody is there')),
    machineFacts: () => Promise.reject(new Error('nobody is there')),
    input: async () => '',
    ask: null,
    interrupted: () => new AbortController().signal,
    pause: async () => {},
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    columns: 0,
    width: 0,
    ...changes,
    connect: (user) => {
      connected += 1;
      return connect(user);
    },
  });
  return { code, out, err, connected };
}
