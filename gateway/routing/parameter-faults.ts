import type { z } from 'zod';
import { invalidParameters, type ParameterFault, type ServiceError } from '#platform/errors/errors.ts';

/** WordPress's names of types, by zod's names. All numeric parameters are integers. */
const typeNames: Record<string, string> = { record: 'object', int: 'integer', number: 'integer' };

/** Returns the end of the message about a value that is out of bounds, such as `must contain at least 1 item.` */
function outOfBounds(origin: string, isSmall: boolean, bound: number | bigint): string {
  const amount = `${isSmall ? 'at least' : 'at most'} ${bound}`;
  const plural = bound === 1 ? '' : 's';
  if (origin === 'string') return `must be ${amount} character${plural} long.`;
  if (origin === 'array') return `must contain ${amount} item${plural}.`;
  return `must be ${isSmall ? 'greater' : 'less'} than or equal to ${bound}`;
}

/**
 * Returns the types that a parameter accepts, if the error is about a wrong type. Otherwise returns an empty
 * list.
 */
function typesOf(issue: z.core.$ZodIssue | z.core.$ZodRawIssue): string[] {
  if (issue.code === 'invalid_union') return (issue.errors as z.core.$ZodIssue[][]).flat().flatMap(typesOf);
  return issue.code === 'invalid_type' ? [typeNames[issue.expected] ?? issue.expected] : [];
}

/**
 * Returns the end of the message about an invalid value, such as `is not of type integer.` The words are from
 * WordPress, if WordPress has a message for the error. The schema of a parameter may set another message.
 */
export const sentenceEnd: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return `is not of type ${[...new Set(typesOf(issue))].join(', ')}.`;
    case 'invalid_value':
      return `is not one of ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return outOfBounds(issue.origin, true, issue.minimum);
    case 'too_big':
      return outOfBounds(issue.origin, false, issue.maximum);
    case 'invalid_key':
      return `is not allowed as a name: it ${issue.issues[0]?.message}`;
    case 'invalid_format':
      return issue.format === 'email' ? 'is not an e-mail address.' : undefined;
    default:
      return undefined;
  }
};

function codeOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union':
      return 'rest_invalid_type';
    case 'invalid_value':
      return 'rest_not_in_enum';
    case 'too_small':
    case 'too_big': {
      const [text, list] = issue.code === 'too_small' ? ['short', 'few'] : ['long', 'many'];
      if (issue.origin === 'string') return `rest_too_${text}`;
      return issue.origin === 'array' ? `rest_too_${list}_items` : 'rest_out_of_bounds';
    }
    case 'invalid_format':
      return issue.format === 'email' ? 'rest_invalid_email' : 'rest_invalid_pattern';
    case 'custom':
      return String(issue.params?.code ?? 'rest_invalid_param');
    default:
      return 'rest_invalid_param';
  }
}

/** Maximum number of characters of a member name in an error message. Longer names are cut off. */
const maxNameLength = 100;

/**
 * Returns the error for a parameter or an entry of a parameter. The message begins with the name, such as
 * `include[1]`.
 */
function faultOf(issue: z.core.$ZodIssue): ParameterFault {
  const [name, ...inside] = issue.path.map((one) => String(one).slice(0, maxNameLength));
  const path = `${name}${inside.map((one) => `[${one}]`).join('')}`;
  return { code: codeOf(issue), message: `${path} ${issue.message}`, data: null };
}

/** Codes of the errors whose message contains the invalid value. */
const repeating = new Set([
  'rest_not_in_enum',
  'rest_out_of_bounds',
  'rest_invalid_pattern',
  'rest_invalid_date',
]);
/** Maximum number of characters of an invalid value in an error message. Longer values are cut off. */
const maxGivenLength = 40;

/**
 * Returns the invalid value for the error message if the parameter is a number, boolean, word, amount or
 * date. Returns null for other texts, because the message must not contain a password.
 */
function givenIn(issue: z.core.$ZodIssue): string | null {
  const isScalar = typesOf(issue).some((type) => type === 'integer' || type === 'boolean');
  if (!isScalar && !repeating.has(codeOf(issue))) return null;
  const { input } = issue;
  if (typeof input === 'string') return JSON.stringify(input.slice(0, maxGivenLength));
  return typeof input === 'number' || typeof input === 'boolean' ? String(input) : null;
}

/** Returns the error `rest_invalid_param` with the first fault of each invalid parameter. */
export function faultsRefusal(issues: readonly z.core.$ZodIssue[]): ServiceError {
  const details: Record<string, ParameterFault> = {};
  const given: Record<string, string> = {};
  for (const issue of issues) {
    const name = String(issue.path[0]);
    if (Object.hasOwn(details, name)) continue;
    details[name] = faultOf(issue);
    const value = givenIn(issue);
    if (value !== null) given[name] = value;
  }
  return invalidParameters(details, given);
}
