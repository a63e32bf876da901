import { mkdtemp, realpath, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Path of the file system that Linux keeps in memory. */
const inMemory = '/dev/shm';
/** Data is stored in memory only if at least this many bytes are free. */
const needed = 4 * 2 ** 30;

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= needed && freemem() >= needed;
}

/**
 * Makes a temporary folder for data of engines and returns its path. The folder is in memory if enough memory
 * is free, because engines wait for a disk after every write.
 */
export async function dataFolder(): Promise<string> {
  const parent = (await hasRoom(inMemory)) ? inMemory : await realpath(tmpdir());
  return mkdtemp(join(parent, 'cartwright-'));
}
