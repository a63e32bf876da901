// Part of `npm run check`. Finds regular expressions of the product that can take more than linear time. Digests of
// safe expressions are stored in a cache, because checking some expressions takes seconds.
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import type { checkSync } from 'recheck';
import ts from 'typescript';
import { root } from '../base/settings.ts';

/** Glob pattern of the files with code that handles untrusted input. */
const product = '{contracts,platform,services,gateway,cli,examples}/**/*.{ts,mjs}';
const tests = /\.(test|fixture)\.ts$|\/testing\//;
/** Maximum milliseconds to check one expression. An expression that takes longer to check counts as unsafe. */
const maxMs = 60_000;
const packages = createRequire(import.meta.url);
const version = (packages('recheck/package.json') as { readonly version: string }).version;
const cacheFile = join(root, `node_modules/.cache/cartwright/regexps-${version}.json`);

/** Returns the digests of expressions that earlier checks found safe. */
function cachedSafe(): Set<string> {
  try {
    return new Set(JSON.parse(readFileSync(cacheFile, 'utf8')) as string[]);
  } catch {
    return new Set();
  }
}

/** recheck's pure JavaScript build. This build starts no other program, so every machine has the same result. */
const check = (packages('recheck/lib/browser.js') as { readonly checkSync: typeof checkSync }).checkSync;

/** Returns what is wrong with an expression; an empty text if the expression is safe. */
function faultOf(source: string, flags: string): string {
  const result = check(source, flags, { timeout: maxMs, randomSeed: 1 });
  if (result.status === 'safe') return '';
  return result.status === 'vulnerable' ? result.complexity.summary : `not known (${result.error.kind})`;
}

/**
 * Returns the faults in files as lines of the form `file:line: what`. Adds the digests of safe expressions to `safe`.
 * File names are relative to `folder`.
 */
function faultsIn(folder: string, files: readonly string[], safe: Set<string>): string[] {
  return files.flatMap((name) => {
    const found = regexpsIn(name, readFileSync(join(folder, name), 'utf8'));
    return found.flatMap(({ line, source, flags }) => {
      if (source === null) return [`${name}:${line}: made at run time, so its cost cannot be checked`];
      const key = createHash('sha256')
        .update(JSON.stringify([source, flags]))
        .digest('base64url');
      const fault = safe.has(key) ? '' : faultOf(source, flags);
      if (fault === '') safe.add(key);
      return fault === '' ? [] : [`${name}:${line}: /${source}/${flags}: ${fault}`];
    });
  });
}

/** Checks the product. If an argument names a folder, checks the TypeScript files of this folder instead. */
function main([given]: readonly string[]): void {
  const folder = given ? resolve(given) : root;
  const files = globSync(given ? '**/*.ts' : product, { cwd: folder, exclude: ['**/node_modules'] }).filter(
    (name) => !tests.test(name),
  );
  const safe = cachedSafe();
  const faults = faultsIn(folder, files.sort(), safe);
  mkdirSync(dirname(cacheFile), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify([...safe]));
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(`${files.length} files, ${faults.length} regular expressions to put right\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** A regular expression in a file. `source` is null if the expression is made at run time. */
interface FoundRegexp {
  readonly line: number;
  readonly source: string | null;
  readonly flags: string;
}

type Texts = ReadonlyMap<string, ts.Expression>;

/** Returns, by name, the expressions that are assigned to the variables at the top of a file. */
function constantsOf(file: ts.SourceFile): Texts {
  const constants = new Map<string, ts.Expression>();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && initializer) constants.set(name.text, initializer);
    }
  }
  return constants;
}

/**
 * Returns the text of a constant expression. Returns an empty text if `node` is undefined, and null for an expression
 * that is not constant.
 */
function textOf(node: ts.Expression | undefined, constants: Texts): string | null {
  if (!node) return '';
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const constant = constants.get(node.text);
    return constant ? textOf(constant, constants) : null;
  }
  if (!ts.isTemplateExpression(node)) return null;
  return node.templateSpans.reduce<string | null>((text, { expression, literal }) => {
    const inner = textOf(expression, constants);
    return text === null || inner === null ? null : text + inner + literal.text;
  }, node.head.text);
}

function isRegExpCall(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
  return isCall && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
}

/**
 * Begins a comment that says why the regular expression below is harmless. An expression that is made at run
 * time needs such a comment, because the check cannot find out the cost of the expression.
 */
const excuse = '// regexp:';

/** Returns all regular expressions of a TypeScript or JavaScript file: literals and calls of `RegExp`. */
export function regexpsIn(name: string, text: string): FoundRegexp[] {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(file);
  const lines = text.split('\n');
  const found: FoundRegexp[] = [];
  const add = (node: ts.Node, source: string | null, flags: string) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (source === null && lines[line - 2]?.includes(excuse)) return;
    found.push({ line, source, flags });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if (isRegExpCall(node)) {
      const [source, flags] = node.arguments ?? [];
      // A literal such as `RegExp(/a/)` is not added here, because `visit` adds the literal later.
      if (!source || !ts.isRegularExpressionLiteral(source)) {
        add(node, textOf(source, constants), textOf(flags, constants) ?? '');
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

if (process.argv[1] === import.meta.filename) main(process.argv.slice(2));
