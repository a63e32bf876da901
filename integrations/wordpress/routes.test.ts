import { describe, expect, test } from 'vitest';
import { activate, program, request } from './plugin.fixture.ts';

interface Answer {
  readonly code?: string;
  readonly status?: number;
  readonly everything: string | null;
  readonly changes: { readonly number: number; readonly kind: string; readonly id: number }[];
  readonly more: boolean;
  readonly next: { readonly after: number; readonly stamp: number };
  readonly newest: { readonly number: number };
}

/** Ten products, a row a minute, the last one now. Row N has stamp 100 + N. */
const tenMinutes = `${activate} global $wpdb; $wpdb->tables['wp_cartwright_changes'] = [];
  for ($n = 1; $n <= 10; $n++) $wpdb->add('wp_cartwright_changes', 'product', $n, 0, 100 + $n, Site::$clock - 600 + 60 * $n);`;
const asked = async (question: string, before = tenMinutes) =>
  (await request<Answer>(`${before} return ask('/changes', ${question});`)).result;
const numbers = ({ changes }: Answer) => changes.map(({ number }) => number);

describe.skipIf(program === null)('GET /changes', () => {
  test('begins with everything, and with the row after which to ask next', async () => {
    expect(await asked('[]')).toEqual({
      plugin: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      wordpress: '6.9',
      woocommerce: '10.5.0',
      hpos: false,
      clock: 1_000_000,
      newest: { number: 10, stamp: 110, time: 1_000_000 },
      everything: 'first',
      changes: [],
      more: false,
      next: { after: 10, stamp: 110 },
    });
  });

  test('has the rows after the known one', async () => {
    const answer = await asked("['after' => 8, 'stamp' => 108]");
    expect(numbers(answer)).toEqual([9, 10]);
    expect(answer.changes[0]).toEqual({ number: 9, kind: 'product', id: 9, parent: 0, time: 999_940 });
    expect(answer).toMatchObject({ everything: null, more: false, next: { after: 10, stamp: 110 } });
  });

  test('has the rows of the last 60 seconds again', async () => {
    const answer = await asked("['after' => 10, 'stamp' => 110]");
    expect(numbers(answer)).toEqual([9, 10]);
    expect(answer.next).toEqual({ after: 10, stamp: 110 });
  });

  test('has the rows of 60 seconds before the last answer again, however long ago it was', async () => {
    expect(numbers(await asked("['after' => 5, 'stamp' => 105, 'clock' => Site::$clock - 300]"))).toEqual([
      4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  test('has a row that became visible after a greater number', async () => {
    const late = `${tenMinutes} $wpdb->tables['wp_cartwright_changes'][9]->id = '99';`;
    expect((await asked("['after' => 10, 'stamp' => 110]", late)).changes).toContainEqual(
      expect.objectContaining({ number: 9, id: 99 }),
    );
  });

  test('takes a gap for nothing', async () => {
    const gap = `${tenMinutes} unset($wpdb->tables['wp_cartwright_changes'][9]);`;
    const answer = await asked("['after' => 8, 'stamp' => 108]", gap);
    expect([answer.everything, numbers(answer)]).toEqual([null, [10]]);
  });

  test.each([
    ['another stamp', '', "['after' => 8, 'stamp' => 7]"],
    ['no stamp', '', "['after' => 8]"],
    [
      'a number that is gone',
      "unset($wpdb->tables['wp_cartwright_changes'][8]);",
      "['after' => 8, 'stamp' => 108]",
    ],
    ['a number beyond the last', '', "['after' => 11, 'stamp' => 111]"],
    [
      'a table that is empty',
      "$wpdb->tables['wp_cartwright_changes'] = [];",
      "['after' => 8, 'stamp' => 108]",
    ],
    [
      'a table that was dropped',
      "unset($wpdb->tables['wp_cartwright_changes']);",
      "['after' => 8, 'stamp' => 108]",
    ],
  ])('takes %s for a restored database', async (_, damage, question) => {
    const answer = await asked(question, `${tenMinutes} ${damage}`);
    expect([answer.everything, answer.changes]).toEqual(['restored', []]);
    expect(answer.next.after).toBe(answer.newest.number);
  });

  test('makes the table when it is missing, and begins it with everything', async () => {
    const { rows, result } = await request<Answer>("return ask('/changes');");
    expect(rows).toEqual({ wp_cartwright_changes: ['everything 0'] });
    expect(result).toMatchObject({ everything: 'first', next: { after: 1 } });
  });

  test('is answered in parts of 2,000 rows', async () => {
    const many = `${activate} global $wpdb; for ($n = 2; $n <= 3000; $n++) $wpdb->add('wp_cartwright_changes', 'product', $n, 0, 5, 1, $n);
      $wpdb->tables['wp_cartwright_changes'][1]->stamp = '5';`;
    const answer = await asked("['after' => 1, 'stamp' => 5]", many);
    const expected = { more: true, next: { after: 2_001, stamp: 5 }, newest: { number: 3_000 } };
    expect(answer).toMatchObject(expected);
    const rest = await asked("['after' => 2001, 'stamp' => 5]", many);
    expect(rest).toMatchObject({ more: false, next: { after: 3_000, stamp: 5 } });
  });

  describe('removes rows older than 14 days', () => {
    const old = (
      count: number,
      young: number,
    ) => `${activate} global $wpdb; $wpdb->tables['wp_cartwright_changes'] = [];
      for ($n = 1; $n <= ${count}; $n++) $wpdb->add('wp_cartwright_changes', 'product', $n, 0, 5, $n <= ${count - young} ? Site::$clock - 14 * 86400 - 1 : Site::$clock - 14 * 86400);`;
    const left = async (question: string, before: string) =>
      (await request(`${before} ask('/changes', ${question});`)).journal.length;

    test('1,000 at a time', async () => {
      expect(await left("['after' => 3000, 'stamp' => 5]", old(3_000, 10))).toBe(2_000);
    });
    test('up to the first young one', async () => {
      expect(await left("['after' => 50, 'stamp' => 5]", old(50, 10))).toBe(10);
    });
    test('but never the one that the caller knows, or a later one', async () => {
      expect(await left("['after' => 20, 'stamp' => 5]", old(50, 0))).toBe(31);
      expect(await left("['after' => 50, 'stamp' => 5]", old(50, 0))).toBe(1);
    });
    test('but none for a caller who must read everything', async () => {
      expect(await left('[]', old(50, 0))).toBe(50);
    });
    test('once a day, when nobody reads them', async () => {
      const { journal } = await request(`${old(3_000, 10)} do_action('wp_scheduled_delete');`);
      expect(journal).toHaveLength(10);
    });
  });

  test('is for those who manage the shop', async () => {
    const answer = await asked('[]', `${activate} Site::$manager = false;`);
    expect(answer).toEqual({ code: 'rest_forbidden', status: 401 });
  });

  test.each(['full', 'away', 'throws'])('says so when the database is %s', async (fault) => {
    const { result, printed } = await request<Answer>(`Site::$fault = '${fault}'; return ask('/changes');`);
    expect(result).toEqual({ code: 'cartwright_no_journal', status: 503 });
    expect(printed).toBe('');
  });

  test.each([
    ['/wc-cartwright/v1/changes', []],
    ['/wc/v3/products', ['other']],
    ['', ['other']],
  ])(
    'is registered alone on a question for it, and beside the others else: %j',
    async (route, registered) => {
      const { result } = await request(
        `$others = []; add_action('rest_api_init', function () use (&$others) { $others[] = 'other'; });
       $GLOBALS['wp'] = (object) ['query_vars' => ['rest_route' => '${route}']];
       do_action('rest_api_init'); return [$others, array_keys(Site::$routes)];`,
      );
      const ours = ['wc-cartwright/v1/changes', 'wc-cartwright/v1/checkouts', 'wc-cartwright/v1/password'];
      expect(result).toEqual([registered, ours]);
    },
  );

  test('tells caches to keep nothing, also of a refusal', async () => {
    const { result } = await request(
      `$told = []; add_action('litespeed_control_set_nocache', function ($why) use (&$told) { $told[] = $why; });
       Site::$manager = false; ask('/changes'); return [$told, DONOTCACHEPAGE];`,
    );
    expect(result).toEqual([['an answer for Cartwright'], true]);
  });
});

describe.skipIf(program === null)('POST /password', () => {
  const customer = (more = '') =>
    `Site::$users[12] = ['user_login' => 'ann', 'user_email' => 'ann@example.org', 'user_pass' => '$wp$right',
      'roles' => ['customer'], 'allcaps' => ['read' => true, 'customer' => true]]; ${more}`;
  const checked = async (login: string, password: string, before = customer()) => {
    const body = `json_decode('${JSON.stringify({ login, password }).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}', true)`;
    const { result, printed } = await request<[{ valid?: boolean }, number]>(
      `${before} return [ask('/password', [], ${body}), Site::$hashed];`,
    );
    expect(printed).toBe('');
    return { answer: result[0], hashed: result[1] };
  };
  const right = {
    valid: true,
    row: 0,
    user: { id: 12, login: 'ann', email: 'ann@example.org', role: 'customer' },
  };

  test.each(['ann', 'ann@example.org', ' ann '])('knows a customer by %j', async (login) => {
    expect((await checked(login, 'right')).answer).toEqual(right);
  });

  test.each([
    ['a wrong password', 'ann', 'wrong', ''],
    ['an unknown login', 'bob', 'right', ''],
    ['an administrator', 'ann', 'right', "Site::$users[12]['roles'] = ['administrator'];"],
    ['a customer who is an editor, too', 'ann', 'right', "Site::$users[12]['allcaps']['edit_posts'] = true;"],
    ['a right of another plugin', 'ann', 'right', "Site::$users[12]['allcaps']['manage_bookings'] = true;"],
    ['a subscriber', 'ann', 'right', "Site::$users[12]['roles'] = ['subscriber'];"],
    ['an unknown login, with a quote in the password', 'bob', "a'b", ''],
    ['spam in a network', 'ann', 'right', "Site::$multisite = true; Site::$users[12]['spam'] = '1';"],
    ['an account of another site of the network', 'ann', 'right', "Site::$users[12]['roles'] = [];"],
  ])('is false for %s, after the same work', async (_, login, password, change) => {
    const { answer, hashed } = await checked(login, password, customer(change));
    expect(answer).toEqual({ valid: false });
    expect(hashed).toBe((await checked('ann', password)).hashed);
  });

  test('does the same work for a hash of an older form', async () => {
    const { answer, hashed } = await checked(
      'ann',
      'right',
      customer("Site::$users[12]['user_pass'] = '$P$right';"),
    );
    expect([answer, hashed]).toEqual([right, 1]);
  });

  test.each([
    ['by a form, which adds a backslash', "a\\'b"],
    ['by the API', "a'b"],
  ])('knows a password with a quote that was set %s', async (_, stored) => {
    const before = customer(
      `Site::$users[12]['user_pass'] = '$wp$' . stripslashes('${stored.replaceAll('\\', '\\\\\\\\').replaceAll("'", "\\'")}');`,
    );
    expect((await checked('ann', "a'b", before)).answer).toEqual(right);
  });

  test('ignores space around a password, as WordPress does', async () => {
    expect((await checked('ann', ' right ')).answer).toEqual(right);
  });

  test('refuses another body', async () => {
    const bodies = ['null', "['login' => 'ann']", "['login' => ['ann'], 'password' => 'right']"];
    for (const body of bodies) {
      const { result } = await request(`${customer()} return ask('/password', [], ${body});`);
      expect(result).toEqual({ code: 'cartwright_no_password', status: 400 });
    }
  });

  test('is for those who manage the shop', async () => {
    const { answer } = await checked('ann', 'right', customer('Site::$manager = false;'));
    expect(answer).toEqual({ code: 'rest_forbidden', status: 401 });
  });

  test('says so when a function of WordPress throws', async () => {
    const { answer } = await checked('ann', 'right', customer("Site::$broken = ['wp_check_password'];"));
    expect(answer).toEqual({ code: 'cartwright_password_unknown', status: 503 });
  });
});
