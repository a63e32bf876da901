import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../commands.ts';
import { freePort } from '../ports.ts';
import { keepSecrets } from '../secrets.ts';
import { type Engine, NotForHere, type Source } from './obtain.ts';
import { enginePart } from './parts.ts';
import { writeCredentials } from './service-users.ts';
import { versionIn } from './version.ts';

/** The result of downloading and starting an engine. `detail` is the engine's version, or why it did not start. */
export interface Outcome {
  readonly result: 'started' | 'not for this machine' | 'not reachable' | 'failed';
  readonly detail: string;
}

/**
 * Downloads an engine from one source into a new folder, starts the engine as `npm start` does, and stops the
 * engine. If the registry does not answer, the result is `not reachable`.
 */
export async function tried(engine: Engine, source: Source): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'cartwright-source-'));
  try {
    await source.fetch(join(folder, engine.program));
    const program = join(folder, engine.program, 'bin', engine.program);
    await started(engine, program, folder);
    return { result: 'started', detail: versionIn(await run(program, ['--version'])) };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (error instanceof NotForHere) return { result: 'not for this machine', detail };
    const silence = await source.ask().then(
      () => null,
      (reason: Error) => reason.message,
    );
    return silence === null ? { result: 'failed', detail } : { result: 'not reachable', detail: silence };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/**
 * Starts the program as `npm start` does, waits until the engine is usable, and ends the program. @throws
 * Error if the engine does not become usable
 */
async function started(engine: Engine, program: string, dataDir: string): Promise<void> {
  for (const name of ['mongodb', 'redis', 'log', 'run']) await mkdir(join(dataDir, name));
  const port = await freePort();
  const secrets = await keepSecrets(dataDir);
  await writeCredentials(dataDir, secrets.engines);
  const part = enginePart(engine, program, { dataDir, port, secrets });
  const child = spawn(part.program, part.args, {
    cwd: part.cwd,
    env: part.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed = `${printed}${chunk}`.slice(-2_000);
    });
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => resolve()).once('error', () => resolve()),
  );
  try {
    const until = Date.now() + part.readyWithinMs;
    while (
      !(await part.probe?.().then(
        () => true,
        () => false,
      ))
    ) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`it ended: ${printed.trim()}`);
      if (Date.now() > until) throw new Error(`it does not serve: ${printed.trim()}`);
      await sleep(50);
    }
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}
