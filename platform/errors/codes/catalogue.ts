import { z } from 'zod';
import { type DeclaredErrors, noData } from './declared-errors.ts';

/** Errors of products, terms and reviews. */
export const catalogueErrors = {
  // The catalogue.
  service_product_invalid_id: { status: 404, data: noData },
  service_unknown_product_id: { status: 404, data: z.object({ reason: z.literal('slug').optional() }) },
  service_product_variation_invalid_id: {
    status: 404,
    data: noData,
  },
  service_products_invalid_page_number: {
    status: 400,
    data: z.object({ total_pages: z.int() }),
  },
  service_taxonomy_invalid: { status: 404, data: noData },
  service_term_invalid: {
    status: 404,
    data: z.object({ reason: z.enum(['category', 'parent']).optional(), category: z.string().optional() }),
  },
  service_attribute_invalid: { status: 404, data: noData },

  // Reviews.
  service_cannot_view_review: { status: 404, data: noData },
  service_review_content_invalid: {
    status: 400,
    data: z.object({ maximum: z.int(), reason: z.enum(['review', 'empty', 'reviewer', 'email']).optional() }),
  },
  service_review_exists: { status: 400, data: noData },
  service_cannot_create: {
    status: 403,
    data: noData,
  },
  service_comment_duplicate: { status: 409, data: noData },
  service_comment_flood: {
    status: 400,
    data: z.object({ retry_after: z.int() }),
  },

  // Operators.
  service_belongs_to_shop: { status: 409, data: z.object({ shop: z.string() }) },
} as const satisfies DeclaredErrors;

/** Errors of webhooks, which only operators see. */
export const eventsErrors = {
  service_webhook_not_found: { status: 404, data: noData },
  service_webhook_address_refused: {
    status: 400,
    data: noData,
  },
} as const satisfies DeclaredErrors;
