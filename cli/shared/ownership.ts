import type { z } from 'zod';
import { createCategory, createProduct, deleteCategory, deleteProduct } from '#contracts/catalogue-edit.ts';
import {
  importCoupons,
  importProducts,
  importReviews,
  importTerms,
  removeRecords,
} from '#contracts/catalogue-import.ts';
import { setProduct } from '#contracts/catalogue-operators.ts';
import { readConnectStatus } from '#contracts/connect.ts';
import { createCoupon, deleteCoupon } from '#contracts/coupons.ts';
import type { Operation } from '#contracts/operation.ts';
import { ownSettings, writeSettings } from '#contracts/settings.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { Problem } from '#platform/errors/problem.ts';

/** The operations that change what belongs to WooCommerce while a connection follows it. */
const ofShop: ReadonlySet<string> = new Set(
  [
    ...[createProduct, setProduct, deleteProduct, createCategory, deleteCategory, createCoupon, deleteCoupon],
    ...[importProducts, importTerms, importReviews, importCoupons, removeRecords, writeSettings],
  ].map(({ name }) => name),
);

/** Returns whether a request changes what belongs to WooCommerce while a connection follows it. */
export function changesShop({ name }: Operation, request: unknown): boolean {
  if (name !== writeSettings.name) return ofShop.has(name);
  const { settings } = request as { readonly settings: object };
  return Object.keys(settings).some((one) => !ownSettings.includes(one));
}

/** Sends a request for the status of the connection. */
type AskStatus = (
  operation: typeof readConnectStatus,
  request: z.input<typeof readConnectStatus.request>,
) => Promise<z.output<typeof readConnectStatus.reply>>;

/** Checks that no connection follows a shop. @throws Problem that names the shop */
export async function requireNoConnection(ask: AskStatus): Promise<void> {
  try {
    const { status } = await ask(readConnectStatus, {});
    if (status.pausedSince !== null) return;
    throw new Problem(
      `this belongs to the shop at ${status.url}, which is followed: change it there, or run connect pause first`,
      'refused',
    );
  } catch (error) {
    // Most systems have no connection, so nobody answers.
    if (!(error instanceof ServiceError) || error.code !== 'service_unavailable') throw error;
  }
}
