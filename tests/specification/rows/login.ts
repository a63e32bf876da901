import { addItem, login, productV2, type Row, readCart, section, sessions } from './row.ts';

const answer = section(
  '2.8',
  [login],
  [
    ['success', 5, 'a boolean'],
    ['data.jwt_token', 5, 'there when token authentication is active'],
    ['data.refresh_token', 5, 'a text'],
    ['data.user_id', 5, 'an integer'],
    ['data.user_email', 5, 'an e-mail address'],
    ['data.user_display_name', 5, 'a text'],
  ],
);

const operations = [
  ...section(
    '4.3',
    [login],
    [
      ['POST /v2/login', 5, 'Basic or Bearer; extra members and headers are accepted'],
      ['flow 1, 2', 5, 'credentials or a token identify the user'],
      ['flow 3', 6, 'the permission callback knows the method used'],
      ['flow 4', 6, 'filters run'],
      ['flow 5', 6, 'an error names what is still required'],
      ['flow 6', 6, 'validation succeeds once it is given'],
      ['flow 7', 5, 'the answer has a token for later requests'],
    ],
  ),
  ...section('4.4', [sessions], [['GET /v2/sessions', 5, 'lists carts, for a REST API key pair']]),
];

const rules = [
  ...section(
    '5',
    [productV2, readCart, addItem],
    [
      ['products and carts', 1, 'need no authentication'],
      ['rule 8 guest key', 1, 'a guest passes the cart key in the query or in a header'],
    ],
  ),
  ...section(
    '5',
    [readCart],
    [
      ["customer's own cart", 5, 'needs the customer to be authenticated'],
      ['rule 6', 5, "a guest's items go to the customer's cart during authentication"],
      ['rule 7', 5, 'the cart is found again by the same authentication'],
    ],
  ),
  ...section('5', [productV2], [['member prices', 5, 'are shown to identified users']]),
  ...section(
    '5',
    [sessions],
    [
      ['sessions', 5, 'need a key pair with read/write permission'],
      ['rule 4', 5, 'the key pair goes as Basic credentials'],
    ],
  ),
  ...section(
    '5',
    [login],
    [
      ['login', 5, 'Basic credentials or a bearer token'],
      ['rule 1', 5, 'user name, e-mail address or phone number and the password'],
      ['rule 2', 5, 'Basic credentials over plain HTTP fail'],
      ['rule 3', 5, 'the token of the login is accepted on later requests'],
      ['rule 5', 5, 'username and password are accepted in the query'],
      ['rule 8 tokens', 5, 'a token ends, and a refresh token is exchanged for a new one'],
    ],
  ),
];

const extensionPoints = section(
  '5',
  [login],
  [
    ['service_login_permission_callback', 6, 'a filter adjusts the permission'],
    ['service_login_permission_granted', 6, 'an action is told of each grant'],
    ['service_login_secure_auth_methods', 6, 'a filter names the methods that skip further checks'],
    ['service_login_collection_params', 6, 'a filter adds parameters to the login'],
    ['extension rule 1', 6, 'a permission that is an error already goes on unchanged'],
    ['extension rule 2', 6, 'secure methods skip custom validation'],
    ['extension rule 3', 6, 'missing data is 400, invalid credentials 401, no permission 403'],
    ['extension rule 4', 6, 'the error says what is required'],
  ],
);

const limits = section('8', [login], [['login rate', 5, 'too many attempts are answered with 429']]);

export const loginRows: readonly Row[] = [...answer, ...operations, ...rules, ...extensionPoints, ...limits];
