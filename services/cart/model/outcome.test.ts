import { expect, test } from 'vitest';
import type { Notice } from '#contracts/notices.ts';
import { refusal, ServiceError } from '#platform/errors/errors.ts';
import { type Outcome, recalledOutcome, rememberedOutcome } from './outcome.ts';

const once = { key: 'k', origin: 'client', digest: 'd' } as const;
const recalled = (outcome: Outcome) => recalledOutcome(once, rememberedOutcome(once, outcome).outcome);
const removed: Notice = { kind: 'success', code: 'item_removed', data: { name: 'Mug' } };

test('an outcome is recalled with its notices, refusals and the texts of extensions', () => {
  const done = {
    ok: true,
    lineKeys: ['a'],
    notices: [removed, { kind: 'success', text: 'Noted.' }],
  } as const;
  expect(recalled({ ...done, results: null })).toEqual({ ...done, results: null });
  const refused = refusal('service_fee_already_exists', { name: 'Wrap' });
  const { results } = recalled({ ...done, results: [{ ok: false, error: refused }, null] }) as typeof done & {
    results: readonly [{ error: ServiceError }, null];
  };
  expect(results[0].error).toMatchObject({ code: refused.code, data: refused.data, text: null });
  const said = new ServiceError('service_update_cart_invalid_callback_error', {}, { text: 'No gift.' });
  expect(recalled({ ok: false, error: said })).toMatchObject({
    error: { code: said.code, text: 'No gift.' },
  });
});

test('an outcome that an older version stored keeps its sentences', () => {
  const notice = { kind: 'success', text: '"Mug" has been removed from your cart.' };
  const kept = JSON.stringify({ d: 'd', k: ['a'], n: [notice] });
  expect(recalledOutcome(once, kept)).toEqual({
    ok: true,
    lineKeys: ['a'],
    notices: [notice],
    results: null,
  });
  const error = { code: 'service_coupon_not_exist', message: 'Coupon "x" does not exist.', data: {} };
  const refused = recalledOutcome(once, JSON.stringify({ d: 'd', e: error }));
  expect(refused).toMatchObject({ ok: false, error: { code: error.code, text: error.message } });
  // Of an outcome that was too long, the older version stored an empty message.
  const short = recalledOutcome(once, JSON.stringify({ d: 'd', e: { ...error, message: '' } }));
  expect(short).toMatchObject({ ok: false, error: { code: error.code, text: null } });
});
