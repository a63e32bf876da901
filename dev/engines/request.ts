/** Timeout of a request in milliseconds, long enough for a file of some 100 MB over a slow connection. */
const LIMIT_MS = 240_000;

/**
 * Sends a GET or HEAD request through the proxies of the environment and returns the answer.
 *
 * @throws Error with the host if the host is unreachable or answers with an error
 */
export async function request(url: URL, authorization: string | null = null, method: 'GET' | 'HEAD' = 'GET') {
  // undici is loaded only here, because `npm start` usually downloads nothing.
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const answer = await fetch(url, {
    method,
    headers: { accept: 'text/html, */*;q=0.1', ...(authorization ? { authorization } : {}) },
    dispatcher: new EnvHttpProxyAgent(),
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new Error(`${url.host} cannot be reached (${message})`);
  });
  if (!answer.ok) throw new Error(`${url.host} answered ${answer.status}`);
  return answer;
}
