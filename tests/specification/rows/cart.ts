import { addItem, readCart, type SpecificationRow, section, updateCart } from './row.ts';

const cart = [
  ...section(
    '2.1',
    [readCart],
    [['currency of a cart', 'code, symbol and its position, minor unit, separators, prefix and suffix']],
  ),
  ...section(
    '2.7',
    [readCart, addItem],
    [
      ['shape', 'a cart has every member of the table and no other, also when it is empty'],
      ['cart_hash', 'a text'],
      ['cart_key', "the unique key of the customer's cart"],
      ['currency', 'as 2.1 gives it for carts'],
      ['customer', 'every member of both addresses is a text, empty when unset'],
      ['customer addresses', 'filled by the update operation'],
      ['items', 'keyed by item key'],
      ['item_count', 'an integer'],
      ['items_weight', 'a number'],
      ['coupons', 'code, label, saving, saving as HTML'],
      ['needs_payment, needs_shipping', 'booleans'],
      ['shipping', 'number of packages, flags, packages'],
      ['fees', 'name, amount, taxable, tax class, total, tax'],
      ['taxes', 'rate id, label, compound, tax on goods, tax on shipping'],
      ['taxes on shipping', "the rate's share of the shipping"],
      ['totals', 'twelve decimal texts and three arrays of integers'],
      ['totals of discounts, shipping and fees', 'their amounts and their taxes'],
      ['removed_items', 'key, product id, quantity and name of lines that can be brought back'],
      ['cross_sells', 'products that go with those in the cart'],
      ['notices', 'sentences by kind'],
      ['extensions', 'an object'],
      ['extensions of others', 'data that a registered extension adds'],
    ],
  ),
  ...section(
    '2.7 item',
    [readCart, addItem],
    [
      ['item_key', 'the key under which the line stands in items'],
      ['id', 'an integer'],
      ['name, title', 'texts'],
      ['price', 'a formatted text'],
      ['quantity', 'value, least and greatest purchase as integers'],
      ['totals', 'subtotal, its tax, total and tax as numbers'],
      ['slug', 'a text'],
      ['meta', 'product type, SKU, dimensions, weight, variation'],
      ['meta.variation', 'the options of a variation'],
      ['backorders', 'a text'],
      ['cart_item_data', 'the data given with the item'],
      ['featured_image', 'the URL of a picture'],
    ],
  ),
];

const operations = [
  ...section(
    '4.2',
    [addItem],
    [
      ['POST /v2/cart/add-item', 'answers with the whole cart and an added message'],
      ['add-item id', 'required; the id of a product'],
      ['add-item id of a variation', 'the id of a variation'],
      ['add-item quantity', '1 when not given'],
      ['add-item variation', 'attributes that identify the variation'],
      ['add-item item_data', 'extra data that makes the item unique'],
      ['add-item email', "sets the customer's billing e-mail"],
      ['add-item phone', "sets the customer's billing phone"],
      ['add-item price', 'overrides the price of the item, for a caller who may'],
      ['add-item price refused', 'a caller who may not is refused and the cart stays as it was'],
      ['add-item return_item', 'answers with the item alone'],
    ],
  ),
  ...section(
    '4.2',
    [readCart],
    [
      ['GET /v2/cart', 'answers with the cart'],
      ['GET /v2/cart Authorization', "the header is optional; with it the answer is the customer's own cart"],
    ],
  ),
  ...section(
    '4.2',
    [updateCart],
    [
      ['POST /v2/cart/update', 'answers with the whole cart and the success message'],
      ['update namespace', 'required; routes the data to its handler'],
      ['update items', 'the items to change'],
      ['update data', 'further data for the handler'],
    ],
  ),
];

const limits = section(
  '8',
  [addItem],
  [
    ['add-item quantity', 'the text 1 when not given'],
    ['max_purchase', '-1 where nothing bounds the quantity'],
  ],
);

export const cartRows: readonly SpecificationRow[] = [...cart, ...operations, ...limits];
