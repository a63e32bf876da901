import { join } from 'node:path';

/** The folder with the recorded shop, its scenarios and the program that replays them. */
export const recordings: string = import.meta.dirname;
/** The recorded shop: what `import woocommerce --from` reads. Its README says what each product is for. */
export const recordedStore: string = join(recordings, 'store');
