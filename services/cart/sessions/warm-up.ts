import { listSessions } from '#contracts/sessions.ts';
import type { Sessions } from './sessions.ts';

const rounds = 3;
/** Maximum milliseconds for one of these lists of carts. */
const maxMs = 1_000;

/**
 * Lists the carts that changed last, before this replica accepts requests. Otherwise its first answers would
 * be too late, because the code is not compiled yet and no products are cached. Ends at the first failure.
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
