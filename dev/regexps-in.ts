import ts from 'typescript';

/** A regular expression in a file. `source` is null if the expression is made at run time. */
export interface FoundRegexp {
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
