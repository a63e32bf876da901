// A lock between processes. Plain JavaScript: the bootstrap needs it before Node 24 is there.
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` while this process alone holds the lock file at `path`; others wait.
 *
 * The file contains the pid of its holder, so that the lock of a killed process is taken over. `onWait` is
 * called once if another process holds the lock.
 */
export async function withLock(path, onWait, work) {
  mkdirSync(dirname(path), { recursive: true });
  for (let tries = 0; !take(path); tries += 1) {
    if (tries === 0) onWait();
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

/** Tries to take the lock once. The link makes the file appear with its pid in it, never empty. */
function take(path) {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, `${process.pid}\n`);
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    removeStale(path);
    return false;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Removes a lock whose holder is gone. A guard file keeps two waiters from removing each other's lock. */
function removeStale(path) {
  if (!isStale(path)) return;
  const guard = `${path}.guard`;
  try {
    writeFileSync(guard, '', { flag: 'wx' });
  } catch {
    if (ageOf(guard) > 10_000) rmSync(guard, { force: true });
    return;
  }
  try {
    if (isStale(path)) unlinkSync(path);
  } finally {
    rmSync(guard, { force: true });
  }
}

function isStale(path) {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function ageOf(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}
