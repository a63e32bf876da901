import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endCommands, onPath, run } from '../commands.ts';
import { withLock } from '../lock.mjs';
import { enginesFolder, environment } from '../settings.ts';
import { Problem, say } from '../terminal.ts';

/** One way to get an engine. `fetch` leaves the program at `<folder>/bin/<name of the program>`. */
export interface Source {
  readonly title: string;
  fetch(folder: string): Promise<void>;
}

/** A program that cartwright needs beside its own: how it is called and where it comes from, best source first. */
export interface Engine {
  readonly program: 'mongod' | 'redis-server' | 'nats-server';
  /** Oldest version that serves, as [major, minor]. */
  readonly minimum: readonly [number, number];
  /** Environment variable that names an engine that runs elsewhere. */
  readonly variable: string;
  readonly sources: readonly Source[];
}

/**
 * Path of the program of an engine: on the PATH, fetched earlier, or fetched now.
 *
 * @throws Problem that names each way that was tried, with its reason, and the way out
 */
export async function obtain(engine: Engine, folder: string = enginesFolder(environment)): Promise<string> {
  const tried: string[] = [];
  const found = onPath(engine.program);
  if (found) {
    const reason = await unfit(engine, found);
    if (reason === null) return found;
    tried.push(`${found}: ${reason}`);
  }
  const kept = join(folder, engine.program, 'bin', engine.program);
  if (existsSync(kept) && (await unfit(engine, kept)) === null) return kept;

  const waiting = () => say(`${engine.program}: waiting for another process that fetches it`);
  return withLock(join(folder, `${engine.program}.lock`), waiting, async () => {
    if (existsSync(kept) && (await unfit(engine, kept)) === null) return kept;
    await removeLeftovers(folder, engine);
    for (const source of engine.sources) {
      const reason = await fetched(engine, source, folder);
      if (reason === null) return kept;
      say(`${engine.program}: not from ${source.title}: ${reason}`);
      tried.push(`${source.title}: ${reason}`);
    }
    throw new Problem(
      `${engine.program} is not to be had: tried ${tried.join('; ')}. ` +
        `Install ${engine.program}, name a running one in ${engine.variable}, or use docker compose up.`,
    );
  });
}

/** Fetches from one source into a temporary folder and moves it into place. Gives null, or why it failed. */
async function fetched(engine: Engine, source: Source, folder: string): Promise<string | null> {
  const since = Date.now();
  say(`${engine.program}: fetching from ${source.title}`);
  const temporary = await mkdtemp(join(folder, `${engine.program}.tmp-`));
  try {
    await source.fetch(temporary);
    const reason = await unfit(engine, join(temporary, 'bin', engine.program));
    if (reason !== null) return reason;
    await rm(join(folder, engine.program), { recursive: true, force: true });
    await rename(temporary, join(folder, engine.program));
    say(`${engine.program}: fetched in ${((Date.now() - since) / 1000).toFixed(1)} s`);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Why a program cannot serve, or null when it can: it must run here and be recent enough. */
async function unfit(engine: Engine, path: string): Promise<string | null> {
  try {
    const printed = await run(path, ['--version'], { timeoutMs: 20_000 });
    const [, major, minor] = /(\d+)\.(\d+)/.exec(printed) ?? [];
    const [leastMajor, leastMinor] = engine.minimum;
    const recent =
      Number(major) > leastMajor || (Number(major) === leastMajor && Number(minor) >= leastMinor);
    return recent ? null : `version ${major}.${minor} is older than ${leastMajor}.${leastMinor}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Folders that a killed fetch left behind. Called while holding the engine's lock. */
async function removeLeftovers(folder: string, engine: Engine): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${engine.program}.tmp-`))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Several engines at once, in the given order. One that fails ends the fetching of the others. */
export async function obtainAll(engines: readonly Engine[]): Promise<string[]> {
  const paths = engines.map((engine) => obtain(engine));
  try {
    return await Promise.all(paths);
  } catch (error) {
    endCommands();
    await Promise.allSettled(paths);
    throw error;
  }
}
