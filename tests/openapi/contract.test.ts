import { expect, test } from 'vitest';
import { shared } from '#testing/shared.ts';
import { schemathesis, tryMount } from './schemathesis.ts';

const program = await schemathesis();
if (!program) process.stderr.write('contract: skipped, since Python 3 with venv or PyPI is missing\n');

/** A short form of `npm run contract`: one request for each cart route of v2. */
test.skipIf(!program)(
  'Schemathesis finds no contradiction between the document and the carts',
  async () => {
    const { httpUrl } = await shared('shop');
    const trial = { url: httpUrl, examples: 1, phases: 'fuzzing', seed: 1, under: '/v2/cart' };
    const { failed, output } = await tryMount(program ?? '', trial);
    expect(failed ? output : '').toBe('');
  },
  600_000,
);
