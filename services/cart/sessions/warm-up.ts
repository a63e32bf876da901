import { listSessions } from '#contracts/sessions.ts';
import type { Sessions } from './sessions.ts';

const rounds = 3;
/** Maximum milliseconds of one round. */
const maxMs = 1_000;

/**
 * Lists the carts that changed last, before this replica accepts requests. The first answers of a process take several
 * times as long as later ones, because its code is compiled and it has no products in memory. A new replica that alone
 * takes over the requests of another one would answer some of them too late. Ends at the first failure.
 */
export async function warmUp(sessions: Pick<Sessions, 'list'>): Promise<void> {
  const query = listSessions.request.parse({ perPage: 20 });
  try {
    for (let round = 0; round < rounds; round += 1)
      await sessions.list(query, { requestId: 'warm-up', deadline: Date.now() + maxMs, claim: null });
  } catch {
    // Redis or the catalogue does not answer, so there is nothing to prepare for.
  }
}
