import { CartwrightError } from '@cartwright/client';

/** What a form shows after its action: why the shop has refused it, or null. */
export type Outcome = string | null;

/** Does something in the shop. Returns the sentence of a refusal, in the language of the shop; null if there is none. */
export async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof CartwrightError) return error.message;
    throw error;
  }
}
