/** For a file of some 100 MB on a slow line. */
const LIMIT_MS = 240_000;

/**
 * The answer of a GET or HEAD, through the proxies that the environment names.
 *
 * @throws Error with the host when it cannot be reached or does not answer with success
 */
export async function request(url: URL, authorization: string | null = null, method: 'GET' | 'HEAD' = 'GET') {
  // Loaded here: most starts fetch nothing.
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
