/** Runs `work` while this process alone holds the lock file; see lock.mjs. */
export function withLock<T>(path: string, onWait: () => void, work: () => Promise<T> | T): Promise<T>;
