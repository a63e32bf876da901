import { vi } from 'vitest';

/** Asks with a password, anew as long as nobody has the time to verify it: 503 says nothing of what was asked. */
export async function patient<Answer extends { readonly status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const tried = async () => {
    const answer = await ask();
    return answer.status !== 503 && answer;
  };
  return vi.waitUntil(tried, { timeout: 60_000, interval: 100 });
}
