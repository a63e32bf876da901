import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';

/**
 * Closes the connections that `fetch` of this process keeps open. A server that is to end waits for clients that
 * are between two requests; a test that has asked all its questions need not make it wait.
 */
export function closeConnections(): void {
  const used = getGlobalDispatcher();
  setGlobalDispatcher(new Agent());
  // Requests in flight still get their answers.
  void used.close();
}
