/** Milliseconds for a file of some 100 MB on a slow line. */
const LIMIT_MS = 240_000;

/**
 * Returns the answer of a GET or HEAD, through the environment's proxies.
 *
 * @throws Error with the host if it is unreachable or does not succeed
 */
export async function request(url: URL, authorization: string | null = null, method: 'GET' | 'HEAD' = 'GET') {
  // Loaded on use, since most starts download nothing.
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
