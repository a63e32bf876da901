import type { GatewayFixture } from '../../../testing/fixture.ts';

export const updatePath = '/v2/cart/update';
export const cocartPath = `/wp-json/cocart${updatePath}`;
/** Keys of two lines. */
export const [a, b] = ['a'.repeat(32), 'b'.repeat(32)] as const;

/** The command of an update that changes no address. */
export const noAddress = { kind: 'update-customer', billing: {}, shipping: {}, shipElsewhere: null };

/**
 * Returns the command that an update sends to the cart service. Returns null if the update sends no command.
 */
export async function commandOf(site: GatewayFixture, body: unknown, path = updatePath): Promise<unknown> {
  site.fakes.heard.length = 0;
  const { status } = await site.post(path, body);
  if (status !== 200 && status !== 400) throw new Error(`an update was answered with ${status}`);
  const [heard] = site.fakes.heard;
  return heard ? (heard.request as { command: unknown }).command : null;
}
