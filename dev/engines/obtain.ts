import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endCommands, onPath, run } from '../base/commands.ts';
import { withLock } from '../base/lock.mjs';
import { enginesFolder, environment } from '../base/settings.ts';
import { Problem, say } from '../base/terminal.ts';

/** A source from which the program of an engine can be fetched. */
export interface Source {
  readonly title: string;
  /**
   * Fetches the program to `<folder>/bin/<name of the program>`. The folder exists and is empty.
   *
   * @throws Error with the reason
   */
  fetch(folder: string): Promise<void>;
}

/** The oldest supported version, as `[major, minor]`. */
export type Minimum = readonly [number, number];

/** A program that Cartwright needs but does not contain, with its sources in order of preference. */
export interface Engine<Program extends string = 'mongod' | 'redis-server' | 'nats-server'> {
  readonly program: Program;
  /** The oldest supported version. */
  readonly minimum: Minimum;
  /** Name of the environment variable with the URL of an external engine. Null: the program cannot be external. */
  readonly variable: string | null;
  readonly sources: readonly Source[];
}

/** A program on this machine, with its version. `reason` says why it cannot be used; null if it can. */
interface Found {
  readonly version: string;
  readonly reason: string | null;
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
  const { program } = engine;
  const kept = join(folder, program, 'bin', program);
  const unfit: string[] = [];
  for (const path of [onPath(program), kept]) {
    if (path === null || !existsSync(path)) continue;
    const { version, reason } = await examined(engine, path);
    if (reason !== null) unfit.push(`${path} ${reason}`);
    else {
      if (unfit.length > 0)
        say(`${program}: ${unfit.join(', and ')}; ${path}, version ${version}, is taken instead`);
      return path;
    }
  }
  const sayWaiting = () => say(`${program}: waiting for another process that fetches it`);
  return withLock(join(folder, `${program}.lock`), sayWaiting, async () => {
    if (existsSync(kept) && (await examined(engine, kept)).reason === null) return kept;
    if (unfit.length > 0) say(`${program}: ${unfit.join(', and ')}; another one is fetched instead`);
    await removeLeftovers(folder, program);
    const tried = [...unfit];
    for (const source of engine.sources) {
      const reason = await fetched(engine, source, folder);
      if (reason === null) return kept;
      say(`${program}: not from ${source.title}: ${reason}`);
      tried.push(`${source.title}: ${reason}`);
    }
    throw new Problem(
      `${program} is not to be had: tried ${tried.join('; ')}. ` +
        `Install ${program} ${engine.minimum.join('.')} or later${otherRemedies(engine)}.`,
    );
  });
}

/** Returns what the user can do without installing the program, as the end of a sentence. */
function otherRemedies({ variable }: Engine<string>): string {
  return variable === null ? '' : `, name a running one in ${variable}, or use docker compose up`;
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
    return wordsOf(error);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Deletes the folders of interrupted downloads. The caller must hold the lock of the engine. */
async function removeLeftovers(folder: string, program: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (name.startsWith(`${program}.tmp-`)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Runs a program to read its version, and checks that the version is recent enough. */
async function examined({ minimum }: Engine<string>, path: string): Promise<Found> {
  try {
    const version = versionIn(await run(path, ['--version'], { timeoutMs: 20_000 }));
    return { version, reason: tooOld(version, minimum) };
  } catch (error) {
    return { version: 'unknown', reason: `does not print its version (${wordsOf(error)})` };
  }
}

/**
 * Returns the first version number in a text, such as `2.10.0` or `7.0`. @throws Error if the text has no
 * version
 */
export function versionIn(text: string): string {
  const [version] = /\d+\.\d+(\.\d+)?/.exec(text) ?? [];
  if (!version) throw new Error('it prints none');
  return version;
}

/**
 * Returns why a version is unsuitable, such as `is version 2.9.10, and 2.10 or later is needed`; null for a suitable
 * version.
 */
export function tooOld(version: string, [minMajor, minMinor]: Minimum): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return null;
  return `is version ${version}, and ${minMajor}.${minMinor} or later is needed`;
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
