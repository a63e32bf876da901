import { setTimeout as sleep } from 'node:timers/promises';

const patienceMs = 60_000;

/**
 * Repeats a request as long as the answer is 503, because a busy system answers with 503. This file must not
 * import vitest, because programs such as `npm run faults` use this file too.
 *
 * @throws Error after a minute
 */
export async function retryWhileBusy<Answer extends { readonly status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    if (performance.now() > end) throw new Error('the answer is 503 for a minute');
    await sleep(100);
  }
}
