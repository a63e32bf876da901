import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../../..');

/** The recorded shop, its scenarios and the program that replays them; not part of this project. */
export const recordings: string = join(root, '../shared/conformance');
export const areThere: boolean = existsSync(recordings);
