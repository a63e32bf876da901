import { addItem, login, productV2, readCart, type SpecificationRow, section, sessions } from './row.ts';

const answer = section(
  '2.8',
  [login],
  [
    ['success', 'a boolean'],
    ['data.jwt_token', 'there when token authentication is active'],
    ['data.refresh_token', 'a text'],
    ['data.user_id', 'an integer'],
    ['data.user_email', 'an e-mail address'],
    ['data.user_display_name', 'a text'],
  ],
);

const operations = [
  ...section(
    '4.3',
    [login],
    [
      ['POST /v2/login', 'Basic or Bearer; extra members and headers are accepted'],
      ['flow 1, 2', 'credentials or a token identify the user'],
      ['flow 3', 'the permission callback knows the method used'],
      ['flow 4', 'filters run'],
      ['flow 5', 'an error names what is still required'],
      ['flow 6', 'validation succeeds once the required data is given'],
      ['flow 7', 'the answer has a token for later requests'],
    ],
  ),
  ...section('4.4', [sessions], [['GET /v2/sessions', 'lists carts, for a REST API key pair']]),
];

const rules = [
  ...section(
    '5',
    [productV2, readCart, addItem],
    [
      ['products and carts', 'need no authentication'],
      ['rule 8 guest key', 'a guest passes the cart key in the query or in a header'],
    ],
  ),
  ...section(
    '5',
    [readCart],
    [
      ["customer's own cart", 'needs the customer to be authenticated'],
      ['rule 6', "a guest's items go to the customer's cart during authentication"],
      ['rule 7', 'the cart is found again by the same authentication'],
    ],
  ),
  ...section('5', [productV2], [['member prices', 'are shown to identified users']]),
  ...section(
    '5',
    [sessions],
    [
      ['sessions', 'need a key pair with read/write permission'],
      ['rule 4', 'the key pair goes as Basic credentials'],
    ],
  ),
  ...section(
    '5',
    [login],
    [
      ['login', 'Basic credentials or a bearer token'],
      ['rule 1', 'user name, e-mail address or phone number and the password'],
      ['rule 2', 'Basic credentials over plain HTTP fail'],
      ['rule 3', 'the token of the login is accepted on later requests'],
      ['rule 5', 'username and password are accepted in the query'],
      ['rule 8 tokens', 'a token ends, and a refresh token is exchanged for a new one'],
    ],
  ),
];

const extensionPoints = section(
  '5',
  [login],
  [
    ['service_login_permission_callback', 'a filter adjusts the permission'],
    ['service_login_permission_granted', 'an action runs after each grant'],
    ['service_login_secure_auth_methods', 'a filter names the methods that skip further checks'],
    ['service_login_collection_params', 'a filter adds parameters to the login'],
    ['extension rule 1', 'a permission that is an error already is passed on unchanged'],
    ['extension rule 2', 'secure methods skip custom validation'],
    ['extension rule 3', 'missing data is 400, invalid credentials 401, no permission 403'],
    ['extension rule 4', 'the error says what is required'],
  ],
);

const limits = section('8', [login], [['login rate', 'too many attempts are answered with 429']]);

export const loginRows: readonly SpecificationRow[] = [
  ...answer,
  ...operations,
  ...rules,
  ...extensionPoints,
  ...limits,
];
