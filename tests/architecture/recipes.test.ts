import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../dev/base/settings.ts';

/**
 * A change of one file: the text of a new file, or insertions into an existing file. Each `insertion` is put in
 * front of the text `before`.
 */
type Edit = string | readonly (readonly [before: string, insertion: string])[];

/** A recipe of docs/contributing.md as edits by path. Paths are from the root. */
interface Recipe {
  readonly name: string;
  readonly edits: Readonly<Record<string, Edit>>;
  /** The greatest number of product files that the recipe may name. */
  readonly most: number;
  /**
   * Files whose edit the compiler does not miss: without it, the new code has no effect. `npm run check` finds the dead
   * code, or the test that the recipe demands fails.
   */
  readonly unnoticed?: readonly string[];
  /** Further files that the compiler looks at, because they are where it misses an edit. */
  readonly dependents?: readonly string[];
}

const recipes: readonly Recipe[] = [
  {
    name: 'a cart command',
    edits: {
      'contracts/cart-commands.ts': [
        [
          "  z.object({ kind: z.literal('clear')",
          "  z.object({ kind: z.literal('note'), text: z.string().max(100) }),\n",
        ],
        ['  clear: [],', '  note: [],\n'],
      ],
      'services/cart/domain/commands/note.ts': `
        import type { CommandOf } from '#contracts/cart-commands.ts';
        import { always, type CommandRule, noNeeds } from '../../model/command.ts';
        export const note: CommandRule<CommandOf<'note'>> = {
          needs: noNeeds,
          mayBeStale: always,
          apply: (state, { text }) => ({ state, lineKeys: [], notices: [{ kind: 'notice', text }] }),
        };`,
      'services/cart/domain/commands.ts': [
        ['/** A change of a cart: ', "import { note } from './commands/note.ts';\n"],
        ['  look: unchanged', '  note,\n'],
      ],
    },
    most: 3,
  },
  {
    name: 'a coupon condition',
    edits: {
      'contracts/coupons.ts': [
        ['  usageCount: z.int()', '  countries: z.array(z.string()).optional(),\n'],
        ["    'expired',", "    'country',\n"],
      ],
      'services/cart/domain/coupons/conditions.ts': [
        [
          "  {\n    reason: 'usage_limit',",
          `  {
            reason: 'country',
            members: ['countries'],
            fails: ({ coupon: { countries }, settings }) => countries?.includes(settings.currency.code) === false,
          },\n`,
        ],
      ],
      'platform/sentences/english.ts': [
        ["  'coupon.expired'", "  'coupon.country': 'Coupon \"{coupon}\" is not for your country.',\n"],
      ],
    },
    most: 3,
  },
  {
    name: 'a filter of product lists',
    edits: {
      'contracts/listing.ts': [['  featured: flag,', '  downloadable: flag,\n']],
      'gateway/routes/products/list-query.ts': [
        ['  hide_free: flag()', "  downloadable: flag().optional().describe('Only downloads.'),\n"],
        ['    hideFree: given', '    downloadable: given.downloadable ?? null,\n'],
      ],
      'services/catalogue/listing/domain/filters.ts': [
        ["  virtual: flag('virtual'", "  downloadable: flag('downloadable', ({ virtual }) => virtual),\n"],
      ],
    },
    most: 3,
  },
  {
    name: 'a CLI command',
    edits: {
      'cli/commands/ping.ts': `
        import { Command } from 'commander';
        import type { Host } from '../shared/host.ts';
        export function pingCommand(host: Host): Command {
          return new Command('ping').description('print pong').action(() => host.out('pong\\n'));
        }`,
      'cli/program.ts': [
        [
          '  products: async',
          "  ping: async (host) => (await import('./commands/ping.ts')).pingCommand(host),\n",
        ],
      ],
    },
    most: 3,
    unnoticed: ['cli/program.ts'],
  },
  {
    name: 'a product member that is passed on',
    edits: {
      'platform/woocommerce/products.ts': [
        ['  post_password: text,', '  warranty: text,\n'],
        ['    purchaseNote: given', '    warranty: given.warranty,\n'],
      ],
      'contracts/product.ts': [['  purchaseNote: text', "  warranty: short.default(''),\n"]],
      'gateway/views/shared/product.ts': [
        ['    short_description: text(', "    warranty: text('The warranty.', (one) => one.warranty),\n"],
      ],
      'gateway/views/shared/product-v1.ts': [
        ['  short_description: text(', "  warranty: text('The warranty.', ({ warranty }) => warranty),\n"],
      ],
    },
    most: 6,
    unnoticed: ['gateway/views/shared/product.ts', 'gateway/views/shared/product-v1.ts'],
  },
  {
    name: 'a rule of the cart with an error of its own',
    dependents: ['platform/sentences/say.ts'],
    edits: {
      'platform/errors/codes/cart.ts': [
        ['  service_cannot_be_purchased: {', '  service_shop_closed: { status: 403, data: noData },\n'],
      ],
      'platform/sentences/english.ts': [
        ["  service_cannot_be_purchased: '", "  service_shop_closed: 'The shop is closed.',\n"],
      ],
      'contracts/cart-commands.ts': [["  'service_cannot_be_purchased',\n", "  'service_shop_closed',\n"]],
      'services/cart/domain/rules/quantity-and-stock.ts': [
        [
          '  if (facts.soldIndividually && lines.some(',
          "  if (facts.status !== 'publish') throw refusal('service_shop_closed', {});\n",
        ],
      ],
    },
    most: 6,
    unnoticed: ['contracts/cart-commands.ts', 'services/cart/domain/rules/quantity-and-stock.ts'],
  },
  {
    name: 'a route that reads',
    edits: {
      'gateway/routes/cart/reads.ts': [
        ["  ['/v2/cart/removed-items',", "  ['/v2/cart/weight', 'The weight of the cart', 'cartWeight'],\n"],
      ],
      'gateway/views/shared/views.ts': [['  cartTotals: CartView;', '  cartWeight: CartView;\n']],
      'gateway/views/shared/cart.ts': [
        [
          '  cartSentence: text(',
          "  cartWeight: text('The weight.', ({ cart }: Views['cartWeight']) => String(cart.weight)),\n",
        ],
      ],
    },
    most: 3,
    unnoticed: ['gateway/routes/cart/reads.ts'],
    dependents: ['gateway/views/service.ts'],
  },
];

/** Returns the text of a file after an edit. @throws Error if the file does not contain a text `before` of the edit */
function edited(path: string, edit: Edit): string {
  if (typeof edit === 'string') return edit;
  let text = readFileSync(join(root, path), 'utf8');
  for (const [before, insertion] of edit) {
    const at = text.indexOf(before);
    if (at < 0) throw new Error(`${path} has no ${before}`);
    text = text.slice(0, at) + insertion + text.slice(at);
  }
  return text;
}

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
const pathsOf = ({ edits, dependents = [] }: Recipe) => [...Object.keys(edits), ...dependents];
const roots = [...new Set(recipes.flatMap(pathsOf).map((path) => join(root, path)))];

/**
 * The recipes in groups that are compiled together, because compiling each alone takes longer. Recipes in one group
 * share no file.
 */
const groups: Recipe[][] = [];
for (const recipe of recipes) {
  const isFree = (group: readonly Recipe[]) =>
    group.flatMap(pathsOf).every((path) => !pathsOf(recipe).includes(path));
  const group = groups.find(isFree);
  if (group) group.push(recipe);
  else groups.push([recipe]);
}

/** Changed texts by absolute path. `version` grows with each change, so that the compiler reads the files again. */
const overlay = new Map<string, string>();
let version = 0;
let service: ts.LanguageService;

beforeAll(() => {
  const exists = (path: string) => overlay.has(path) || ts.sys.fileExists(path);
  service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => roots.filter(exists),
    getScriptVersion: (path) => (roots.includes(path) ? String(version) : '0'),
    getScriptSnapshot: (path) => {
      const text = overlay.get(path) ?? ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: exists,
    readFile: (path) => overlay.get(path) ?? ts.sys.readFile(path),
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
}, 120_000);

/** The edits of a recipe whose absence the compiler notices. */
const noticed = ({ edits, unnoticed = [] }: Recipe) =>
  Object.keys(edits).filter((path) => !unnoticed.includes(path));

/**
 * Returns the compiler's errors in the files of each recipe of a group. Every recipe lacks its edit number `left`, if it
 * has that many; with -1, no edit is absent.
 */
function compiledWithout(left: number, group: readonly Recipe[]): Map<Recipe, string[]> {
  overlay.clear();
  for (const recipe of group) {
    const absent = noticed(recipe)[left];
    for (const [path, edit] of Object.entries(recipe.edits))
      if (path !== absent) overlay.set(join(root, path), edited(path, edit));
  }
  version += 1;
  const errorsIn = (recipe: Recipe) =>
    pathsOf(recipe)
      .map((path) => join(root, path))
      .filter((path) => overlay.has(path) || ts.sys.fileExists(path))
      .flatMap((path) => service.getSemanticDiagnostics(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  return new Map(group.map((recipe) => [recipe, errorsIn(recipe)]));
}

const compiled = new Map<string, Map<Recipe, string[]>>();

/** Returns the compiler's errors in the files of a recipe without its edit number `left`. */
function errorsWithout(recipe: Recipe, left: number): string[] | undefined {
  const at = groups.findIndex((group) => group.includes(recipe));
  const key = `${at} ${left}`;
  const errors = compiled.get(key) ?? compiledWithout(left, groups[at] ?? []);
  compiled.set(key, errors);
  return errors.get(recipe);
}

describe.each(recipes)('$name', (recipe) => {
  test(`changes at most ${recipe.most} product files, and they compile`, () => {
    expect(Object.keys(recipe.edits).length).toBeLessThanOrEqual(recipe.most);
    expect(errorsWithout(recipe, -1)).toEqual([]);
  }, 120_000);

  test.each([...noticed(recipe).entries()])(
    'does not compile without its edit %i, of %s',
    (left) => {
      expect(errorsWithout(recipe, left)).not.toEqual([]);
    },
    120_000,
  );
});

// A recipe fails here if the last edits of other recipes cause errors in its files when they are absent.
test('a whole recipe compiles beside recipes that lack an edit', () => {
  const most = Math.max(...recipes.map((recipe) => noticed(recipe).length)) - 1;
  const whole = recipes.filter((recipe) => noticed(recipe).length <= most);
  expect(whole.length).toBeGreaterThan(1);
  for (const recipe of whole) expect(errorsWithout(recipe, most)).toEqual([]);
});
