/** Runs `work` while the current process holds the lock file at `path`. Other processes wait for the lock. */
export function withLock<T>(path: string, onWait: () => void, work: () => Promise<T> | T): Promise<T>;
