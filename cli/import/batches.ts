import { importBatch } from '#contracts/catalogue-import.ts';
import { recordBytes } from './report.ts';

/** How many bytes of records go into one message. One record may be larger and then goes alone. */
const batchBytes = 400_000;

/** Records in the portions that one request may carry: 100 records or 400 kB at most. */
export function* batches<T>(records: readonly T[]): Generator<T[]> {
  let batch: T[] = [];
  let bytes = 0;
  for (const record of records) {
    const size = recordBytes(record);
    if (batch.length === importBatch || (batch.length > 0 && bytes + size > batchBytes)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(record);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
