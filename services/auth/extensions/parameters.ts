import { LoginParameter } from '#contracts/login-extensions.ts';
import { refusal } from '#platform/errors/errors.ts';
import { invalidParameter } from '#platform/errors/faults.ts';
import type { DeclaredParameter } from './extension.ts';

/** The maximum number of characters of a text parameter. Tokens of other systems are long. */
const maxCharacters = 8_192;
const maxEntries = 100;

/** Parameters of the login itself, which no extension may declare. */
const ownNames = ['username', 'password', 'avatars', 'fields', '_fields'];

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * Converts a text such as `12.5` to a number, because HTML forms send numbers as texts. Returns any other value
 * unchanged.
 */
function asNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?\d{1,15}(\.\d{1,15})?\s*$/.test(value)
    ? Number(value)
    : value;
}

const flags = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  [1, true],
  ['false', false],
  ['0', false],
  [0, false],
]);

/** By type: the function that converts a value to the type, or returns undefined for an unsuitable value. */
const readers: Record<DeclaredParameter['type'], (value: unknown) => unknown> = {
  string: (value) => (typeof value === 'string' && value.length <= maxCharacters ? value : undefined),
  number: (value) => (isNumber(asNumber(value)) ? asNumber(value) : undefined),
  integer: (value) => (Number.isSafeInteger(asNumber(value)) ? asNumber(value) : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : flags.get(value)),
  array: (value) => (Array.isArray(value) && value.length <= maxEntries ? value : undefined),
  object: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined,
};

/** Returns a declared parameter in the form that clients get. */
export function described({
  name,
  description,
  type,
  required = false,
  pattern,
}: DeclaredParameter): LoginParameter {
  return { name, description, type, required, pattern: pattern ?? null };
}

/**
 * Returns what is wrong with declared parameters, as the rest of a sentence about the extension: `declares
 * parameters that are no list.` Returns null if all parameters are valid.
 */
export function faultOf(declared: unknown): string | null {
  if (!Array.isArray(declared)) return 'declares parameters that are no list.';
  const names = new Set<string>(ownNames);
  for (const one of declared as DeclaredParameter[]) {
    const read = LoginParameter.safeParse(one && described(one));
    if (!read.success) return 'declares a parameter without name, description or type.';
    if (names.has(one.name)) return `declares the parameter ${one.name}, which is taken.`;
    if (one.sanitize !== undefined && typeof one.sanitize !== 'function')
      return `declares for ${one.name} a sanitize that is no function.`;
    if (one.pattern !== undefined && !isPattern(one.pattern))
      return `declares for ${one.name} a pattern that is no regular expression.`;
    names.add(one.name);
  }
  return null;
}

function isPattern(source: string): boolean {
  try {
    // regexp: not checked for slowness, because the operator installed the extension with this pattern.
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function readOne({ name, type, pattern, sanitize }: DeclaredParameter, given: unknown): unknown {
  const value = readers[type](given);
  if (value === undefined) {
    const long = type === 'string' && typeof given === 'string';
    throw long
      ? invalidParameter(name, 'too_long', { bound: maxCharacters })
      : invalidParameter(name, 'type', { types: [type] });
  }
  // regexp: not checked for slowness, because the operator installed the extension with this pattern.
  const form = pattern === undefined ? null : new RegExp(pattern, 'u');
  if (form && typeof value === 'string' && !form.test(value)) {
    throw invalidParameter(name, 'pattern', { pattern });
  }
  return sanitize ? sanitize(value) : value;
}

type Values = Readonly<Record<string, unknown>>;

/** Returns the member `name` of a body; undefined if the member is missing or null. */
function givenIn(body: Values, name: string): unknown {
  return (Object.hasOwn(body, name) ? body[name] : undefined) ?? undefined;
}

/**
 * Returns the declared parameters of a body, checked and sanitised.
 *
 * @throws ServiceError `rest_missing_callback_param`, `rest_invalid_param`
 */
export function readParameters(declared: readonly DeclaredParameter[], body: Values): Values {
  const missing = declared.filter(({ name, required }) => required && givenIn(body, name) === undefined);
  if (missing.length > 0) {
    throw refusal('rest_missing_callback_param', { params: missing.map(({ name }) => name) });
  }
  const present = declared.filter(({ name }) => givenIn(body, name) !== undefined);
  return Object.freeze(
    Object.fromEntries(present.map((one) => [one.name, readOne(one, givenIn(body, one.name))])),
  );
}

/**
 * Returns the valid declared parameters of a body in sanitised form, without the invalid parameters. Used for
 * secure login methods, which skip the checks of extensions
 * (docs/reference/login.md#extensions-of-the-login).
 */
export function fittingParameters(declared: readonly DeclaredParameter[], body: Values): Values {
  const fitting = declared.map((one) => {
    try {
      return readParameters([{ ...one, required: false }], body);
    } catch {
      return {};
    }
  });
  return Object.freeze(Object.assign({}, ...fitting));
}
