import type { z } from 'zod';
import { Problem } from '../../problem.ts';
import { recordBytes } from '../report.ts';
import { UnsupportedValue } from './values.ts';

/** Maximum bytes of a record, so that the record fits into one NATS message. */
const largestBytes = 900_000;

/**
 * Returns the error for invalid data of the shop. The message says that nothing was changed, because all data
 * is checked before the first write.
 */
export function refused(where: string, what: string): Problem {
  return new Problem(`${where} ${what}; nothing was changed`, 'refused');
}

function at(file: string, record: unknown): string {
  const id = (record as { id?: unknown } | null)?.id;
  const known = typeof id === 'number' || typeof id === 'string';
  return known ? `${file}, record ${String(id).slice(0, 60)}:` : `${file}:`;
}

/** Returns the value parsed by a schema. @throws Problem that names file, record and member */
export function validated<S extends z.ZodType>(file: string, value: unknown, schema: S): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const member = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw refused(at(file, value), `${member}${issue?.message ?? 'does not fit'}`);
}

/** Returns the result of `make`, which converts a record. @throws Problem if `make` finds an unsupported value */
export function made<T>(file: string, given: unknown, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw error instanceof UnsupportedValue ? refused(at(file, given), error.message) : error;
  }
}

/** Returns how many bytes a record has in a message. @throws Problem for a record that is too large for a message */
export function sizeOf(file: string, record: unknown): number {
  const bytes = recordBytes(record);
  if (bytes > largestBytes) throw refused(at(file, record), `is larger than ${largestBytes} bytes`);
  return bytes;
}
