import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';

/** Closes idle connections of `fetch` in the current process, because a server that stops would wait for them. */
export function closeConnections(): void {
  const used = getGlobalDispatcher();
  setGlobalDispatcher(new Agent());
  // `close` is not awaited, because it resolves only after all running requests are answered.
  void used.close();
}
