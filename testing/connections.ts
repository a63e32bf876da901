import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';

/**
 * Closes idle connections of `fetch` in the current process. A server that stops would wait for these
 * connections.
 */
export function closeConnections(): void {
  const used = getGlobalDispatcher();
  setGlobalDispatcher(new Agent());
  // `close` is not awaited, because its promise resolves only after all running requests are answered.
  void used.close();
}
