import type { RequestRule } from '#platform/errors/faults.ts';
import type { Sentences } from './sentence.ts';

/**
 * The sentences that no shopper causes, by key: they say what is wrong with the program that sent a request, or with the
 * request of an operator. They are always English.
 */
export const technical = {
  rest_no_route: 'No route was found matching the URL and request method.',
  rest_invalid_json: 'Invalid JSON body passed.',
  service_unsupported_version: 'This version of the interface is not supported.',
  'service_request_too_large.pieces': 'The request body comes in too many pieces.',
  service_request_headers_too_large: 'The address and the headers of the request are too large.',
  service_too_many_parameters: 'The request has too many parameters.',
  service_invalid_form: 'The form could not be parsed.',
  service_unsupported_media_type:
    'The request body must be sent as JSON or as a form, without a content encoding.',
  'service_unsupported_media_type.files': 'Files are not accepted. Send fields only.',
  service_foreign_origin: 'Pages of other sites may not change anything with a password or key pair.',
  service_idempotency_key_reused: 'This Idempotency-Key was used for another request.',
  service_invalid_request: 'The request does not match the schema of the operation.',
  service_unknown_operation: 'There is no such operation here.',
  service_stream_limit_exceeded: 'Too many event streams are open.',
  rest_invalid_path: 'The path of a request is not valid.',
  rest_batch_not_allowed: 'This request cannot be part of a batch.',
  service_batch_too_many_reads: 'The batch has too many reads.',
  'service_cart_limit_exceeded.itemDataBytes':
    'The data of an item can have at most {maximum} bytes as JSON.',
  'service_cart_limit_exceeded.itemDataDepth': 'The data of an item can be nested at most {maximum} deep.',
  'service_cart_limit_exceeded.extensionBytes':
    'The data of an extension can have at most {maximum} bytes as JSON.',
  'service_cart_limit_exceeded.extensionDepth':
    'The data of an extension can be nested at most {maximum} deep.',
  'service_cart_limit_exceeded.cartBytes':
    'Your cart with the data of its items can have at most {maximum} bytes as JSON.',
  service_taxonomy_invalid: 'There is no such attribute.',
  service_term_invalid: 'There is no such term.',
  'service_term_invalid.category': 'There is no category {category}.',
  'service_term_invalid.parent': 'There is no such parent category.',
  service_attribute_invalid: 'There is no attribute with this ID.',
  service_belongs_to_shop:
    'This belongs to the shop at {shop}, which is followed: change it there, or run connect pause first.',
  service_webhook_not_found: 'There is no such webhook.',
  service_webhook_address_refused:
    'Webhooks may only use public addresses, unless WEBHOOK_PRIVATE_ADDRESSES=allow is set.',
  service_product_id_not_numeric: 'The product ID must be a number.',
  service_cart_item_key_required: 'The key of an item is required.',
  service_update_cart_namespace_error: 'The namespace of the update is missing.',
  'service_update_cart_namespace_error.known':
    'The namespace of the update is missing. Known are: {namespaces}.',
  service_update_cart_no_namespace_error: 'There is no such namespace to update.',
  'service_update_cart_no_namespace_error.known':
    'There is no such namespace to update. Known are: {namespaces}.',
  service_update_cart_invalid_callback_error: 'The extension of this namespace failed.',
  service_cart_in_session_not_valid: 'There is no such cart.',
  service_session_not_valid: 'There is no such cart to delete.',
  service_cannot_read_cart: 'You are not allowed to read this cart.',
  service_coupon_exists: 'A coupon with this code already exists.',
  service_fee_missing_name: 'The name of the fee is required.',
  service_fee_missing_amount: 'The amount of the fee is required.',
  service_fee_cannot_add: 'The amount of the fee must be a number other than 0.',
  service_rest_cannot_view: 'Sorry, you cannot list resources.',
  service_already_authenticating_user: 'You are already authenticated; the cart key is not needed.',
  service_api_key_not_found: 'There is no such key pair.',
  service_login_extension_refusal: 'A login extension refused the request; the answer has its code.',
  'parameter.type': '{field} is not of type {types}.',
  'parameter.one_of': '{field} is not one of {allowed}.',
  'parameter.too_few': {
    one: '{field} must contain at least {bound} item.',
    other: '{field} must contain at least {bound} items.',
  },
  'parameter.too_many': {
    one: '{field} must contain at most {bound} item.',
    other: '{field} must contain at most {bound} items.',
  },
  'parameter.name': '{field} is not allowed as a name: {fault}',
  'parameter.date_time': '{field} must be a date and time, such as 2031-02-03T04:05:06Z.',
  'parameter.pattern': '{field} does not match pattern {pattern}.',
  'parameter.unknown': '{field} is not known.',
  'parameter.unknown_near': '{field} is not known. Did you mean {nearest}?',
  'parameter.long_name': '{field} has a name of more than {maximum} characters.',
  'parameter.members': '{field} has more than {maximum} members.',
  'parameter.return_url': '{field} must be a page of an origin in CORS_ORIGINS.',
  'parameter.amount': '{field} must be an amount in major units, such as 12.50.',
  'parameter.signed_amount': '{field} must be an amount in major units, such as -12.50.',
  'parameter.items': '{field} does not name items with their quantities.',
  'parameter.filters':
    '{field} must be filters like attributes[0][attribute]=pa_colour&attributes[0][slug][]=red.',
  'parameter.one_cart': '{field} must all be about one cart.',
  'parameter.brackets': '{field} has more than {maximum} brackets.',
  'parameter.cart_key': '{field} is no key of a cart.',
  'parameter.key_length': '{field} must have 1 to {maximum} characters.',
  'parameter.revision': '{field} must be one revision of the cart in quotation marks.',
  'parameter.other': '{field} {text}',

  // Refused requests of operators.
  'request.price_of_parts': 'A {type} product has no price of its own: its parts have.',
  'request.sale_price': 'The sale price must be below the regular price.',
  'request.no_sale_price': 'There is no sale price.',
  'request.sale_without_regular': 'A sale price needs a regular price above it.',
  'request.regular_price':
    'The regular price must stay above the sale price: change that too, or take it away.',
  'request.sale_dates': 'The sale must not end before it begins.',
  'request.role': 'There is no role {role}: the setting customer-roles has further ones of customers.',
  'request.no_stock': 'A product of type {type} has no stock of its own.',
  'request.no_slug': 'The name makes no slug: give one.',
  'request.slug_taken': 'The slug {slug} belongs to another category already.',
  'request.no_parts': 'Only a grouped product has parts.',
  'request.no_address': 'An external product needs the http(s) address where it is sold.',
  'request.full_category': 'More than {maximum} products and variations are in the category.',
  'request.sku_taken': 'The SKU {sku} belongs to another product already.',
  'request.code_taken': 'The code {code} belongs to another coupon already.',
  'request.same_id': 'Two records have the same id.',
  'request.same_id_or_sku': 'Two records have the same id or the same SKU.',
  'request.same_id_or_code': 'Two records have the same id or the same code.',
  'request.no_amount': 'no amount',
  'request.no_json': 'The request is no JSON.',
} as const satisfies Sentences & Record<`request.${RequestRule}`, unknown>;
