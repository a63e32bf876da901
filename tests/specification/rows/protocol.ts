import {
  addItem,
  login,
  productV1,
  productV2,
  readCart,
  type SpecificationRow,
  section,
  sessions,
  terms,
  updateCart,
  variationsV1,
  variationsV2,
} from './row.ts';

const service = [
  ...section(
    '1',
    [productV2, variationsV2, terms],
    [['catalogue', 'products, variations and terms can be read; none of them can be written']],
  ),
  ...section(
    '1',
    [readCart, addItem, updateCart],
    [
      ['carts', 'for guests and for authenticated customers'],
      ['whole cart', 'every answer of a cart operation is a whole cart'],
    ],
  ),
  ...section('1', [login], [['login', 'by Basic credentials or a bearer token']]),
  ...section('1', [sessions], [['sessions', 'an administrator lists carts with a key pair']]),
  ...section(
    '1',
    [productV2, readCart, addItem],
    [
      ['rule 1', 'products and carts are public'],
      ['rule 2', "authentication is for a customer's own cart and for reserved prices and products"],
      ['rule 3', 'there is no session cookie, also not for guests'],
    ],
  ),
  ...section('1', [login], [['rule 4', 'the login can be extended']]),
];

const events = [
  ...section('6', [login], [['permission granted', 'the action fires after a login passed all checks']]),
  ...section('6', [addItem], [['notices', 'adding an item returns a success notice']]),
  ...section('6', [], [['outgoing', 'subscribers receive the events']]),
];

const errors = [
  ...section(
    '7',
    [productV2, addItem],
    [
      ['body', 'code, message and data with the status'],
      ['service_unsupported_version', '400 with the requested and the supported versions'],
      ['rest_no_route', 'no such path or method'],
      ['rest_invalid_param', 'a parameter of the wrong type, by name'],
      ['rest_missing_callback_param', 'a required parameter is missing, by name'],
      ['rest_invalid_json', 'a body that is no JSON'],
    ],
  ),
  ...section(
    '7',
    [productV2],
    [
      ['codes of a product read', 'an unknown id or SKU is 404'],
      ['codes of the catalogue', 'every refusal of the catalogue routes'],
    ],
  ),
  ...section(
    '7',
    [addItem],
    [['codes of adding a simple product', 'each refusal that a simple product can meet']],
  ),
  ...section('7', [addItem, updateCart], [['codes of the cart', 'every refusal of the cart routes']]),
  ...section(
    '7',
    [login],
    [
      ['service_device_not_registered', '403'],
      ['service_rate_limited', '429 with retry_after'],
      ['service_ldap_required', '400'],
      ['service_ldap_invalid', '401'],
      ['service_sso_invalid', '401'],
      ['service_admin_verification_required', '400'],
      ['service_admin_verification_invalid', '401'],
      ['service_device_id_required', '400'],
      ['service_geo_blocked', '403 with the country'],
      ['service_geo_restricted', '403 with the country'],
      ['service_time_restricted', '403 with the time now and the next one allowed'],
      ['service_unknown_client', '400'],
      ['service_outdated_client', '426 with the version and the least one'],
    ],
  ),
];

const versions = [
  ...section(
    '9.1',
    [productV2, readCart],
    [['first segment', 'the version is the first segment of the path']],
  ),
  ...section(
    '9.1',
    [productV1, productV2, variationsV1, variationsV2],
    [['products and variations', 'exist in both versions']],
  ),
  ...section(
    '9.1',
    [readCart, login, terms, sessions],
    [['cart, login, terms, sessions', 'exist under /v2']],
  ),
  ...section('9.2', [productV1, productV2], [['shapes', 'v2 has other products and variations than v1']]),
  ...section(
    '9.3',
    [productV2, readCart],
    [['unsupported version', 'the refusal lists the supported ones in the form major.minor']],
  ),
  ...section('9.4', [login], [['extension points', 'exist from version 4.8.0']]),
];

export const protocolRows: readonly SpecificationRow[] = [...service, ...events, ...errors, ...versions];
