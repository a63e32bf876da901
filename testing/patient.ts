import { vi } from 'vitest';

/** Repeats a request with a password while the answer is 503, which means that the hashing queue is full. */
export async function patient<Answer extends { readonly status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const tried = async () => {
    const answer = await ask();
    return answer.status !== 503 && answer;
  };
  return vi.waitUntil(tried, { timeout: 60_000, interval: 100 });
}
