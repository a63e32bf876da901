import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';

/** Closes idle connections of `fetch` in the current process, because a server that stops would wait for them. */
export function closeConnections(): void {
  const used = getGlobalDispatcher();
  setGlobalDispatcher(new Agent());
  // This is not awaited, because it waits for the answers of requests that still run.
  void used.close();
}
