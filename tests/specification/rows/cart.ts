import { addItem, type Row, readCart, section, updateCart } from './row.ts';

const cart = [
  ...section(
    '2.1',
    [readCart],
    [['currency of a cart', 1, 'code, symbol and its position, minor unit, separators, prefix and suffix']],
  ),
  ...section(
    '2.7',
    [readCart, addItem],
    [
      ['shape', 1, 'a cart has every member of the table and no other, also when it is empty'],
      ['cart_hash', 1, 'a text'],
      ['cart_key', 1, "the unique key of the customer's cart"],
      ['currency', 1, 'as 2.1 gives it for carts'],
      ['customer', 1, 'every member of both addresses is a text, empty when unset'],
      ['customer addresses', 4, 'filled by the update operation'],
      ['items', 1, 'keyed by item key'],
      ['item_count', 1, 'an integer'],
      ['items_weight', 1, 'a number'],
      ['coupons', 4, 'code, label, saving, saving as HTML'],
      ['needs_payment, needs_shipping', 1, 'booleans'],
      ['shipping', 4, 'number of packages, flags, packages'],
      ['fees', 4, 'name, amount, taxable, tax class, total, tax'],
      ['taxes', 1, 'rate id, label, compound, tax on goods, tax on shipping'],
      ['taxes on shipping', 4, "the rate's share of the shipping"],
      ['totals', 1, 'twelve decimal texts and three arrays of integers'],
      ['totals of discounts, shipping and fees', 4, 'their amounts and their taxes'],
      ['removed_items', 3, 'key, product id, quantity and name of lines that can be brought back'],
      ['cross_sells', 3, 'products that go with those in the cart'],
      ['notices', 1, 'sentences by kind'],
      ['extensions', 1, 'an object'],
      ['extensions of others', 3, 'data that a registered extension adds'],
    ],
  ),
  ...section(
    '2.7 item',
    [readCart, addItem],
    [
      ['item_key', 1, 'the key under which the line stands in items'],
      ['id', 1, 'an integer'],
      ['name, title', 1, 'texts'],
      ['price', 1, 'a formatted text'],
      ['quantity', 1, 'value, least and greatest purchase as integers'],
      ['totals', 1, 'subtotal, its tax, total and tax as numbers'],
      ['slug', 1, 'a text'],
      ['meta', 1, 'product type, SKU, dimensions, weight, variation'],
      ['meta.variation', 3, 'the options of a variation'],
      ['backorders', 1, 'a text'],
      ['cart_item_data', 1, 'the data given with the item'],
      ['featured_image', 1, 'the URL of a picture'],
    ],
  ),
];

const operations = [
  ...section(
    '4.2',
    [addItem],
    [
      ['POST /v2/cart/add-item', 1, 'answers with the whole cart and an added message'],
      ['add-item id', 1, 'required; the id of a product'],
      ['add-item id of a variation', 3, 'the id of a variation'],
      ['add-item quantity', 1, '1 when not given'],
      ['add-item variation', 3, 'attributes that identify the variation'],
      ['add-item item_data', 1, 'extra data that makes the item unique'],
      ['add-item email', 1, "sets the customer's billing e-mail"],
      ['add-item phone', 1, "sets the customer's billing phone"],
      ['add-item price', 5, 'overrides the price of the item, for a caller who may'],
      ['add-item price refused', 1, 'a caller who may not is refused and the cart stays as it was'],
      ['add-item return_item', 1, 'answers with the item alone'],
    ],
  ),
  ...section(
    '4.2',
    [readCart],
    [
      ['GET /v2/cart', 1, 'answers with the cart'],
      [
        'GET /v2/cart Authorization',
        5,
        "the header is optional; with it the answer is the customer's own cart",
      ],
    ],
  ),
  ...section(
    '4.2',
    [updateCart],
    [
      ['POST /v2/cart/update', 3, 'answers with the whole cart and the success message'],
      ['update namespace', 3, 'required; routes the data to its handler'],
      ['update items', 3, 'the items to change'],
      ['update data', 3, 'further data for the handler'],
    ],
  ),
];

const limits = section(
  '8',
  [addItem],
  [
    ['add-item quantity', 1, 'the text 1 when not given'],
    ['max_purchase', 1, '-1 where nothing bounds the quantity'],
  ],
);

export const cartRows: readonly Row[] = [...cart, ...operations, ...limits];
