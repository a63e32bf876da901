import { listSessions } from '#contracts/sessions.ts';
import type { Sessions } from './sessions.ts';

const rounds = 3;
/** Maximum milliseconds for one call of `sessions.list`. */
const maxMs = 1_000;

/**
 * Lists the last changed carts several times, before this replica accepts requests. Node then has compiled
 * the code, and products are cached, so the first answers are in time. Ends at the first failure.
 */
export async function warmUp(sessions: Pick<Sessions, 'list'>): Promise<void> {
  const query = listSessions.request.parse({ perPage: 20 });
  try {
    for (let round = 0; round < rounds; round += 1)
      await sessions.list(query, { requestId: 'warm-up', deadline: Date.now() + maxMs, claim: null });
  } catch {
    // If Redis or the catalogue does not answer, the replica starts without a warm-up.
  }
}
