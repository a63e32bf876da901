import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run } from '../../../dev/base/commands.ts';
import { environment } from '../../../dev/base/settings.ts';
import { obtain } from '../../../dev/engines/obtain.ts';
import { redis } from '../../../dev/engines/redis.ts';
import { compileShared } from './compiler.ts';

const source = fileURLToPath(new URL('disk.c', import.meta.url));

/**
 * A faulty disk for a private redis-server, without root rights.
 *
 * `npm start` runs the first redis-server on the PATH: a program that this class writes, which starts the real
 * redis-server with `disk.c` preloaded. Files control the faults of the disk, also while Redis runs.
 */
export class FaultyDisk implements AsyncDisposable {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Compiles `disk.c` for this test run.
   * @throws Error with a sentence if this machine cannot compile C
   */
  static async make(): Promise<FaultyDisk> {
    if (process.platform !== 'linux') throw new Error(`there is no such shim on ${process.platform}`);
    const folder = await mkdtemp(join(await realpath(tmpdir()), 'cartwright-disk-'));
    const disk = new FaultyDisk(folder);
    try {
      await compileShared(source, join(folder, 'disk.so'));
      await disk.#writeWrapper(await obtain(redis));
      return disk;
    } catch (error) {
      await disk[Symbol.asyncDispose]();
      throw error;
    }
  }

  async #writeWrapper(program: string): Promise<void> {
    const wrapper = this.program;
    await mkdir(join(this.#folder, 'bin'));
    const library = join(this.#folder, 'disk.so');
    const line = `FAULTS_DISK='${this.#folder}' LD_PRELOAD='${library}' exec '${program}' "$@"`;
    await writeFile(wrapper, `#!/bin/sh\n${line}\n`);
    await chmod(wrapper, 0o755);
    // With this variable, the loader prints the libraries of the program. A static program has no loader and
    // prints its version.
    const tracing = { LD_TRACE_LOADED_OBJECTS: '1', LD_PRELOAD: library };
    if (!(await run(program, ['--version'], { env: tracing })).includes(library))
      throw new Error(`nothing can be preloaded into ${program}`);
  }

  /** Path of the redis-server that runs with the faulty disk. */
  get program(): string {
    return join(this.#folder, 'bin/redis-server');
  }

  /** A PATH that begins with the folder of `program`. */
  get path(): string {
    return `${dirname(this.program)}:${environment.PATH}`;
  }

  /** Delays every sync of Redis's append-only file by this many milliseconds. */
  slowBy(ms: number): Promise<void> {
    return writeFile(join(this.#folder, 'delay-ms'), `${ms}\n`);
  }

  /** Limits the free space for the append-only files of a Redis folder to this many bytes. */
  async leaveRoom(redisFolder: string, bytes: number): Promise<void> {
    const sizes = await Promise.all((await logsIn(redisFolder)).map(async (path) => (await stat(path)).size));
    await writeFile(join(this.#folder, 'largest-bytes'), `${Math.max(0, ...sizes) + bytes}\n`);
  }

  /** Removes all faults of the disk. */
  async heal(): Promise<void> {
    for (const name of ['delay-ms', 'largest-bytes']) await rm(join(this.#folder, name), { force: true });
  }

  /**
   * Discards all unsynced data in the append-only files of a dead Redis, as a power cut does. Returns the
   * number of discarded bytes.
   */
  async cutPower(redisFolder: string): Promise<number> {
    let cut = 0;
    for (const path of await logsIn(redisFolder)) {
      const syncedPath = join(this.#folder, `synced-${basename(path)}`);
      const synced = await readFile(syncedPath, 'utf8').catch(() => null);
      const { size } = await stat(path);
      if (synced === null || size <= Number(synced)) continue;
      await truncate(path, Number(synced));
      cut += size - Number(synced);
    }
    return cut;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Returns the append-only files of a Redis. Redis 7 has several files in a folder, older versions have one
 * file.
 */
async function logsIn(redisFolder: string): Promise<string[]> {
  const files = await readdir(redisFolder, { recursive: true });
  return files.filter((file) => file.endsWith('.aof')).map((file) => join(redisFolder, file));
}
