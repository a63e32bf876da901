import { z } from 'zod';
import { type DeclaredErrors, noData } from './declared-errors.ts';

/** Errors of products, terms and reviews. */
export const catalogueErrors = {
  // The catalogue.
  service_product_invalid_id: { status: 404, message: 'There is no product with this ID.', data: noData },
  service_unknown_product_id: { status: 404, message: 'There is no product with this SKU.', data: noData },
  service_product_variation_invalid_id: {
    status: 404,
    message: 'There is no variation with this ID of this product.',
    data: noData,
  },
  service_products_invalid_page_number: {
    status: 400,
    message: 'The page number requested is larger than the number of pages available.',
    data: z.object({ total_pages: z.int() }),
  },
  service_taxonomy_invalid: { status: 404, message: 'There is no such attribute.', data: noData },
  service_term_invalid: { status: 404, message: 'There is no such term.', data: noData },
  service_attribute_invalid: { status: 404, message: 'There is no attribute with this ID.', data: noData },

  // Reviews.
  service_cannot_view_review: { status: 404, message: 'There is no review with this ID.', data: noData },
  service_review_content_invalid: {
    status: 400,
    message: 'The review is empty or too long.',
    data: z.object({ maximum: z.int() }),
  },
  service_review_exists: { status: 400, message: 'You have reviewed this product already.', data: noData },
  service_cannot_create: {
    status: 403,
    message: 'You are not allowed to review this product.',
    data: noData,
  },
  service_comment_duplicate: { status: 409, message: 'You have already written this review.', data: noData },
  service_comment_flood: {
    status: 400,
    message: 'You are writing reviews too quickly.',
    data: z.object({ retry_after: z.int() }),
  },
} as const satisfies DeclaredErrors;

/** Errors of webhooks, which only operators see. */
export const eventsErrors = {
  service_webhook_not_found: { status: 404, message: 'There is no such webhook.', data: noData },
  service_webhook_address_refused: {
    status: 400,
    message: 'Webhooks may only use public addresses, unless WEBHOOK_PRIVATE_ADDRESSES=allow is set.',
    data: noData,
  },
} as const satisfies DeclaredErrors;
