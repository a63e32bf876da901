import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endCommands, onPath, run } from '../commands.ts';
import { withLock } from '../lock.mjs';
import { enginesFolder, environment } from '../settings.ts';
import { Problem, say } from '../terminal.ts';
import { type Minimum, tooOld, versionIn } from './version.ts';

/** A source from which the program of an engine can be fetched. */
export interface Source {
  readonly title: string;
  /**
   * Fetches the program to `<folder>/bin/<name of the program>`.
   *
   * @throws NotForHere if this source has no program for this machine; Error for any other failure
   */
  fetch(folder: string): Promise<void>;
  /**
   * Checks that the registry of this source answers, without downloading. @throws Error with the reason if
   * the registry does not answer
   */
  ask(): Promise<void>;
}

/**
 * Thrown by a source that has no program for this machine. For example, a tool is missing, or the version is too
 * old.
 */
export class NotForHere extends Error {}

/** A program that Cartwright needs but does not contain, with its sources in order of preference. */
export interface Engine<Program extends string = 'mongod' | 'redis-server' | 'nats-server'> {
  readonly program: Program;
  /** The oldest supported version. */
  readonly minimum: Minimum;
  /** Name of the environment variable with the URL of an external engine. Null: the program cannot be external. */
  readonly variable: string | null;
  readonly sources: readonly Source[];
}

/** A program on this machine, with its version. */
interface Found {
  readonly path: string;
  /**
   * Why the program is unsuitable, such as `is version 2.9.10, and 2.10 or later is needed`. Null: the
   * program is suitable.
   */
  readonly reason: string | null;
  readonly version: string;
}

/**
 * Returns the path of a suitable program of an engine: in PATH, in `folder`, or else downloaded to `folder`.
 * Prints a sentence about unsuitable programs and the program used instead.
 *
 * @throws Problem with the reason for each source, and with what the user can do
 */
export async function obtain(
  engine: Engine<string>,
  folder: string = enginesFolder(environment),
): Promise<string> {
  const kept = join(folder, engine.program, 'bin', engine.program);
  const unfit: Found[] = [];
  const usable = await firstFit(engine, [onPath(engine.program), kept], unfit);
  if (usable) {
    if (unfit.length > 0)
      say(
        `${engine.program}: ${reasons(unfit)}; ${usable.path}, version ${usable.version}, is taken instead`,
      );
    return usable.path;
  }
  const sayWaiting = () => say(`${engine.program}: waiting for another process that fetches it`);
  return withLock(join(folder, `${engine.program}.lock`), sayWaiting, async () => {
    if (await firstFit(engine, [kept], [])) return kept;
    if (unfit.length > 0) say(`${engine.program}: ${reasons(unfit)}; another one is fetched instead`);
    await removeLeftovers(folder, engine);
    const tried = unfit.map(({ path, reason }) => `${path}, which ${reason}`);
    for (const source of engine.sources) {
      const reason = await fetched(engine, source, folder);
      if (reason === null) return kept;
      say(`${engine.program}: not from ${source.title}: ${reason}`);
      tried.push(`${source.title}: ${reason}`);
    }
    throw new Problem(
      `${engine.program} is not to be had: tried ${tried.join('; ')}. ` +
        `Install ${engine.program} ${engine.minimum.join('.')} or later${otherRemedies(engine)}.`,
    );
  });
}

/** Returns what the user can do without installing the program, as the end of a sentence. */
function otherRemedies({ variable }: Engine<string>): string {
  return variable === null ? '' : `, name a running one in ${variable}, or use docker compose up`;
}

/** Returns the first suitable program; null if none is suitable. Adds unsuitable programs to `unfit`. */
async function firstFit(
  engine: Engine<string>,
  paths: readonly (string | null)[],
  unfit: Found[],
): Promise<Found | null> {
  for (const path of paths) {
    if (path === null || !existsSync(path)) continue;
    const found = await examined(engine, path);
    if (found.reason === null) return found;
    unfit.push(found);
  }
  return null;
}

function reasons(unfit: readonly Found[]): string {
  return unfit.map(({ path, reason }) => `${path} ${reason}`).join(', and ');
}

/**
 * Downloads the program from one source into a temporary folder, and moves the program to its final folder.
 * Returns why the download failed; null on success.
 */
async function fetched(engine: Engine<string>, source: Source, folder: string): Promise<string | null> {
  const since = Date.now();
  say(`${engine.program}: fetching from ${source.title}`);
  const temporary = await mkdtemp(join(folder, `${engine.program}.tmp-`));
  try {
    await source.fetch(temporary);
    const { reason } = await examined(engine, join(temporary, 'bin', engine.program));
    if (reason !== null) return `it ${reason}`;
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

/** Runs a program to read its version, and checks that the version is recent enough. */
async function examined({ minimum }: Engine<string>, path: string): Promise<Found> {
  try {
    const version = versionIn(await run(path, ['--version'], { timeoutMs: 20_000 }));
    return { path, version, reason: tooOld(version, minimum) };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return { path, version: 'unknown', reason: `does not print its version (${words})` };
  }
}

/** Deletes the folders of interrupted downloads. The caller must hold the lock of the engine. */
async function removeLeftovers(folder: string, engine: Engine<string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${engine.program}.tmp-`))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * Obtains several engines in parallel. After the first failure, kills the running commands of the other
 * downloads.
 */
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
