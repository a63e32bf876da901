import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activate, plugin, program, request } from './plugin.fixture.ts';

/** Hooks of WordPress and WooCommerce as PHP code, and the rows that they write. Each row is written twice. */
const changes: Readonly<Record<string, [code: string, rows: string[]]>> = {
  'a saved product': ["do_action('save_post', 5, post(5));", ['product 5']],
  'a variation, with its product': [
    "do_action('save_post', 7, post(7, 'product_variation', 5));",
    ['variation 7/5'],
  ],
  'a coupon': ["do_action('save_post', 9, post(9, 'shop_coupon'));", ['coupon 9']],
  'a post deleted for good': ["do_action('before_delete_post', 5, post(5));", ['product 5']],
  'a field of a product': ["post(5); do_action('updated_post_meta', 1, 5, '_price', '2');", ['product 5']],
  'a removed field': ["post(5); do_action('deleted_post_meta', [1], 5, '_price', '2');", ['product 5']],
  'stock by SQL': ["post(5); do_action('woocommerce_updated_product_stock', 5);", ['product 5']],
  'stock of a variation': [
    "post(7, 'product_variation', 5); do_action('woocommerce_variation_set_stock', shop_object(7));",
    ['variation 7/5'],
  ],
  'stock status': [
    "post(5); do_action('woocommerce_product_set_stock_status', 5, 'outofstock', shop_object(5));",
    ['product 5'],
  ],
  'a use of a coupon': [
    "do_action('woocommerce_increase_coupon_usage_count', shop_object(9), 2, 'a@b.example');",
    ['coupon 9'],
  ],
  'a picture': ["post(3, 'attachment'); do_action('edit_attachment', 3);", ['media 3']],
  'a category': ["do_action('edited_term', 4, 14, 'product_cat', []);", ['category 4']],
  'a tag': ["do_action('created_term', 4, 14, 'product_tag', []);", ['tag 4']],
  'a brand': ["do_action('delete_term', 4, 14, 'product_brand', null, []);", ['brand 4']],
  'a shipping class': [
    "do_action('edited_term', 4, 14, 'product_shipping_class', []);",
    ['shipping_class 4'],
  ],
  'a term of an attribute': [
    "Site::$attributes['pa_colour'] = 2; do_action('edited_term', 4, 14, 'pa_colour', []);",
    ['attribute_term 4/2'],
  ],
  'a field of a category': [
    "Site::$terms[4] = ['taxonomy' => 'product_cat']; do_action('updated_term_meta', 1, 4, 'order', '3');",
    ['category 4'],
  ],
  'the categories of a product': [
    "post(5); do_action('set_object_terms', 5, ['a'], [1, 2], 'product_cat', false, [1]);",
    ['product 5'],
  ],
  'a category taken from a product': [
    "post(5); do_action('deleted_term_relationships', 5, [1], 'product_cat');",
    ['product 5'],
  ],
  'an attribute': [
    "do_action('woocommerce_attribute_updated', 2, ['attribute_name' => 'colour'], 'colour');",
    ['attribute 2'],
  ],
  'an attribute with a new slug': [
    "do_action('woocommerce_attribute_updated', 2, ['attribute_name' => 'hue'], 'colour');",
    ['attribute 2', 'everything 0'],
  ],
  'a deleted attribute': ["do_action('woocommerce_attribute_deleted', 2, 'hue', 'pa_hue');", ['attribute 2']],
  'a tax rate': ["do_action('woocommerce_tax_rate_updated', 8, []);", ['tax 8']],
  'a tax rate by the API': [
    "do_action('woocommerce_rest_insert_tax', (object) ['tax_rate_id' => '8'], null, false);",
    ['tax 8'],
  ],
  'a deleted tax class': ["do_action('woocommerce_rest_delete_tax', (object) ['slug' => 'x']);", ['tax 0']],
  'the page of tax rates': ["do_action('wp_ajax_woocommerce_tax_rates_save_changes');", ['tax 0']],
  'a shipping zone': ["do_action('set_transient_shipping-transient-version', '9', 0, 'x');", ['shipping 0']],
  'the costs of a shipping method': [
    "do_action('updated_option', 'woocommerce_flat_rate_3_settings', [], []);",
    ['shipping 0'],
  ],
  'a setting': ["do_action('updated_option', 'woocommerce_currency', 'EUR', 'USD');", ['setting 0']],
  'the time zone': ["do_action('updated_option', 'timezone_string', 'a', 'b');", ['setting 0']],
  'the address of the shop': ["do_action('updated_option', 'home', 'a', 'b');", ['everything 0']],
  'a review': [
    "post(5); do_action('wp_insert_comment', 6, (object) ['comment_post_ID' => '5']);",
    ['review 6/5'],
  ],
  'the rating of a review': [
    "post(5); Site::$comments[6] = ['comment_post_ID' => '5']; do_action('updated_comment_meta', 1, 6, 'rating', 4);",
    ['review 6/5'],
  ],
  'an order of its own table': ["do_action('woocommerce_update_order', 30, null);", ['order 30']],
  'an order that is a post': ["do_action('save_post', 30, post(30, 'shop_order'));", ['order 30']],
  'a customer': ["do_action('user_register', 12, []);", ['customer 12']],
  'a deleted customer': ["do_action('deleted_user', 12, null, null);", ['customer 12']],
  'an address': ["do_action('updated_user_meta', 1, 12, 'billing_city', 'Ulm');", ['customer 12']],
  'a role': ["do_action('set_user_role', 12, 'editor', ['customer']);", ['customer 12']],
  'a password': ["do_action('wp_set_password', 'secret', 12);", ['password 12']],
  'a profile with another password': [
    "Site::$users[12] = ['user_pass' => 'b']; do_action('profile_update', 12, (object) ['user_pass' => 'a'], []);",
    ['customer 12', 'password 12'],
  ],
};

/** Hooks that are no change of the shop. */
const others: Readonly<Record<string, string>> = {
  'a page': "do_action('save_post', 5, post(5, 'page'));",
  'a product that nobody has typed yet': "do_action('save_post', 5, post(5, 'product', 0, 'auto-draft'));",
  'who edits a product': "post(5); do_action('updated_post_meta', 1, 5, '_edit_lock', '1:1');",
  'a field that the shop owner ignores':
    "post(5); add_filter('cartwright_ignored_fields', fn($names) => [...$names, 'hits']); do_action('updated_post_meta', 1, 5, 'hits', '2');",
  'the same categories': "post(5); do_action('set_object_terms', 5, ['a'], [1], 'product_cat', false, [1]);",
  'a term of a menu': "do_action('created_term', 4, 14, 'nav_menu', []);",
  'the number of products of a category':
    "Site::$terms[4] = ['taxonomy' => 'product_cat']; do_action('updated_term_meta', 1, 4, 'product_count_product_cat', '3');",
  'an option of another plugin': "do_action('updated_option', 'other', 1, 2);",
  "a list of WooCommerce's own tasks": "do_action('updated_option', 'woocommerce_task_list_hidden', 1, 2);",
  'a comment about a post':
    "post(5, 'post'); do_action('wp_insert_comment', 6, (object) ['comment_post_ID' => '5']);",
  'a login': "do_action('updated_user_meta', 1, 12, 'session_tokens', 'x');",
  'a password in a newer form':
    "do_action('wp_set_password', 'secret', 12, (object) ['user_pass' => '$P$secret']);",
};

describe.skipIf(program === null)('the journal', () => {
  test.each(Object.entries(changes))('has %s, at its first hook and at the end', async (_, [code, rows]) => {
    const { journal, printed } = await request(`${activate} ${code}`);
    expect(journal).toEqual(['everything 0', ...rows, ...rows]);
    expect(printed).toBe('');
  });

  test.each(Object.entries(others))('has no row about %s', async (_, code) => {
    expect((await request(`${activate} ${code}`)).journal).toEqual(['everything 0']);
  });

  test('costs no query on a request that changes nothing', async () => {
    expect((await request('')).statements).toEqual([]);
  });

  test('has a record once at its first hook, however many follow, and the second rows in one statement', async () => {
    const { journal, statements } = await request(
      `${activate} foreach ([5, 6, 5, 6, 5] as $id) { do_action('save_post', $id, post($id)); }`,
    );
    expect(journal.slice(1)).toEqual(['product 5', 'product 6', 'product 5', 'product 6']);
    expect(statements.filter((one) => one.startsWith('INSERT'))).toHaveLength(4);
  });

  test.each([
    ['a fatal error', 'a_function_that_does_not_exist();'],
    ['exit', 'exit;'],
    [
      'an error of another plugin at the end',
      "add_action('shutdown', function () { throw new Error(); }, 10);",
    ],
  ])('has the second rows after %s', async (_, end) => {
    const { journal } = await request(`${activate} do_action('save_post', 5, post(5)); ${end}`);
    expect(journal).toEqual(['everything 0', 'product 5', 'product 5']);
  });

  test('has changes that other plugins make at the end of a request', async () => {
    const { journal } = await request(
      `${activate} do_action('save_post', 5, post(5));
       add_action('shutdown', function () { do_action('save_post', 5, post(5)); do_action('save_post', 6, post(6)); }, 10);`,
    );
    expect(journal.slice(1)).toEqual(['product 5', 'product 5', 'product 6', 'product 5', 'product 6']);
  });

  test('has the second rows of a long job every second', async () => {
    const { journal } = await request(
      `${activate}
       $written = new ReflectionProperty('Cartwright_Journal', 'written');
       $written->setAccessible(true);
       foreach ([5, 6, 7] as $id) {
         do_action('save_post', $id, post($id));
         $written->setValue(null, $written->getValue() - 1);
       }`,
    );
    const twice = [5, 6, 7].flatMap((id) => [`product ${id}`, `product ${id}`]);
    expect(journal.slice(1)).toEqual(twice);
  });

  test('has a record anew that a long job changes again, though the job does not end', async () => {
    const { result } = await request<string[]>(
      `${activate}
       $written = new ReflectionProperty('Cartwright_Journal', 'written');
       $written->setAccessible(true);
       foreach ([5, 5] as $id) {
         do_action('save_post', $id, post($id));
         $written->setValue(null, $written->getValue() - 600);
       }
       global $wpdb; return texts("wp_cartwright_changes");`,
    );
    expect(result.slice(1)).toEqual(['product 5', 'product 5', 'product 5']);
  });

  test("leaves the results of the shop's own queries as they were", async () => {
    const { result, journal } = await request<unknown>(
      `${activate} do_action('save_post', 5, post(5)); global $wpdb;
       return [$wpdb->insert_id, $wpdb->last_error, $wpdb->last_query, $wpdb->last_result, $wpdb->num_rows, $wpdb->rows_affected];`,
    );
    expect(result).toEqual([77, 'an error of the shop', 'SELECT the shop', ['a row of the shop'], 5, 3]);
    expect(journal).toHaveLength(3);
  });
});

describe.skipIf(program === null)('a network of sites', () => {
  const tables =
    'foreach ([1, 2] as $blog) { $wpdb->prefix = $wpdb->get_blog_prefix($blog); (Site::$activate)(); }';

  test('has a journal for each site', async () => {
    const { rows } = await request(
      `global $wpdb; ${tables} do_action('save_post', 5, post(5));
       $wpdb->prefix = 'wp_'; do_action('save_post', 6, post(6));`,
    );
    expect(rows).toEqual({
      wp_cartwright_changes: ['everything 0', 'product 6', 'product 6'],
      wp_2_cartwright_changes: ['everything 0', 'product 5', 'product 5'],
    });
  });

  test('has customers in the journals of all sites to which they belong, and misses one that has none', async () => {
    const { rows } = await request(
      `global $wpdb; ${tables} Site::$multisite = true; Site::$blogs = [1, 2, 3];
       do_action('user_register', 12, []);`,
    );
    expect(rows).toEqual({
      wp_cartwright_changes: ['everything 0', 'customer 12', 'customer 12'],
      wp_2_cartwright_changes: ['everything 0', 'customer 12', 'customer 12'],
    });
  });

  test('loses every table when the plugin is uninstalled, and that of a site with the site', async () => {
    const { rows, result } = await request<string[]>(
      `global $wpdb; ${tables} Site::$multisite = true; Site::$blogs = [1, 2]; (Site::$uninstall)();
       return fire('wpmu_drop_tables', ['wp_2_posts'], 2);`,
    );
    expect(rows).toEqual([]);
    expect(result).toEqual(['wp_2_posts', 'wp_2_cartwright_changes']);
  });
});

describe.skipIf(program === null)('nothing reaches the shop', () => {
  /** A purchase and a save: one hook of each kind. */
  const everyChange = Object.values(changes)
    .map(([code]) => code)
    .join(' ');
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cartwright-plugin-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each(['missing', 'full', 'away', 'throws'])('when the database is %s', async (fault) => {
    const { printed, result, journal, statements } = await request<string>(
      `${activate} Site::$fault = '${fault}'; ${everyChange} return 'sold';`,
    );
    expect({ printed, result, journal }).toEqual({ printed: '', result: 'sold', journal: ['everything 0'] });
    // It is tried at the first change and at the end, not at each of them, and never creates a table meanwhile.
    expect(statements.filter((one) => one.startsWith('INSERT'))).toHaveLength(3);
    expect(statements.filter((one) => one.startsWith('CREATE'))).toHaveLength(1);
  });

  test('and the second rows are written, when the fault is over at the end', async () => {
    const { journal } = await request(
      `${activate} Site::$fault = 'full'; do_action('save_post', 5, post(5)); Site::$fault = null;`,
    );
    expect(journal).toEqual(['everything 0', 'product 5']);
  });

  test('when every function of WordPress throws', async () => {
    const { printed, result } = await request<string>(
      // The stub of do_action throws, too, so the hooks are fired without it.
      `${activate} ob_start(); Site::$broken = 'all';
       ${everyChange.replaceAll('do_action(', 'fire(').replaceAll(/\bpost\((\d+).*?\)/g, '(object) []')} return 'sold';`,
    );
    expect({ printed, result }).toEqual({ printed: '', result: 'sold' });
  });

  test('when any function of the plugin throws, or all of them', async () => {
    const source = await readFile(plugin, 'utf8');
    const head = /^\t+(?:public |private )?(?:static )?function (\w+)\(.*\) \{$/gm;
    const names = [...source.matchAll(head)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(40);
    const broken = await Promise.all(
      [null, ...names].map(async (broken) => {
        const file = join(folder, `${broken ?? 'all'}.php`);
        const text = source.replaceAll(head, (line, name) =>
          broken === null || broken === name ? `${line} throw new Error( 'broken' );` : line,
        );
        await writeFile(file, text);
        const answer = await request<string>(
          `if (Site::$activate) { try { ${activate} } catch (Throwable $problem) {} } ${everyChange} return 'sold';`,
          file,
        );
        return { broken, printed: answer.printed, result: answer.result };
      }),
    );
    expect(broken.filter(({ printed, result }) => printed !== '' || result !== 'sold')).toEqual([]);
  });

  test('when the plugin is there twice', async () => {
    const copy = join(folder, 'copy.php');
    await writeFile(copy, await readFile(plugin));
    const { journal } = await request(`require '${copy}'; ${activate} do_action('save_post', 5, post(5));`);
    expect(journal).toEqual(['everything 0', 'product 5', 'product 5']);
  });
});

test('the plugin has only syntax and functions of PHP 7.4', async () => {
  const source = (await readFile(plugin, 'utf8')).replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  const later = [
    /\bmatch\s*\(/,
    /\benum\s+\w/,
    /\breadonly\b/,
    /\?->/,
    /#\[/,
    /\bstr_(?:contains|starts_with|ends_with)\(/,
    /\bcatch \( \w+ \)/,
    /\barray_is_list\(/,
    /[(,]\s*\w+:\s(?!:)/,
    /\bfunction \w*\([^)]*\b(?:public|private|protected)\b/,
    /\b(?:mixed|static|never)\s*\{$/m,
    /::class\b/,
  ];
  expect(later.filter((form) => form.test(source))).toEqual([]);
});
