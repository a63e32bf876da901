import type { ServedRole } from './roles.ts';

/**
 * Milliseconds within which a process must be ready. Without saved lists, the catalogue first reads all its products: a
 * million products with 1.6 million variations take more than five minutes.
 */
export const processReadyMs = 1_800_000;

/**
 * Milliseconds within which the processes of a role must end. The catalogue saves its lists, and a gateway finishes its
 * requests.
 */
export const processEndMs: Readonly<Record<ServedRole['name'], number>> = {
  catalogue: 20_000,
  auth: 3_000,
  cart: 3_000,
  events: 3_000,
  gateway: 4_500,
};

/** Milliseconds within which the engines must end. */
export const enginesEndMs = 3_500;

/** Milliseconds after which `npm start` prints that it still waits for a process. */
export const longStartMs = 10_000;
