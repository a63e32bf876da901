import { mkdtemp, realpath, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, as Linux has it. */
const inMemory = '/dev/shm';
/** Bytes that must be free before data is kept in memory. */
const needed = 4 * 2 ** 30;

async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= needed && freemem() >= needed;
}

/**
 * Makes a temporary folder for the data of engines. It is in memory where there is room: an engine waits for the disk
 * after every write otherwise. What a killed process has written is still there, as it is on a disk.
 */
export async function dataFolder(): Promise<string> {
  const parent = (await hasRoom(inMemory)) ? inMemory : await realpath(tmpdir());
  return mkdtemp(join(parent, 'cartwright-'));
}
