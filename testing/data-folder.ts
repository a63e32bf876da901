import { mkdtemp, realpath, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux's file system in memory. */
const inMemory = '/dev/shm';
/** Free bytes needed to store data in memory. */
const needed = 4 * 2 ** 30;

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= needed && freemem() >= needed;
}

/**
 * Makes a temporary folder for engines' data and returns its path. It is in memory if there is room, because engines
 * wait for the disk after every write. Like a disk, it keeps the data of a killed process.
 */
export async function dataFolder(): Promise<string> {
  const parent = (await hasRoom(inMemory)) ? inMemory : await realpath(tmpdir());
  return mkdtemp(join(parent, 'cartwright-'));
}
