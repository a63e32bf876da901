import { join } from 'node:path';

/** The folder with the recorded shop, the recorded requests and answers, and replay.mjs. */
export const recordings: string = import.meta.dirname;
/** The recorded shop, as `import woocommerce --from` reads it. Its README says what each product is for. */
export const recordedStore: string = join(recordings, 'store');
