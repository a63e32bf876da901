import { Busboy } from '@fastify/busboy';
import { refusal } from '#platform/errors/errors.ts';
import { Form } from './form.ts';

/** Limits of the parser. `readBody` (body.ts) limits the size of the body, and `Form` the number of fields. */
const limits = { fieldSize: Number.POSITIVE_INFINITY, headerPairs: 20, headerSize: 4_096 };
/**
 * Number of bytes that the parser gets at a time. With small chunks, parsing stops soon after `Form` refuses
 * a field.
 */
const chunkBytes = 16_384;

function invalidForm(cause?: unknown) {
  return refusal('service_invalid_form', {}, { cause });
}

function withFile() {
  const message = 'Files are not accepted. Send fields only.';
  return refusal('service_unsupported_media_type', {}, { message });
}

function createParser(type: string) {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch (error) {
    throw invalidForm(error);
  }
}

/**
 * Returns the fields of a `multipart/form-data` body.
 *
 * @throws ServiceError `service_invalid_form`, `service_unsupported_media_type` for a file, and the errors
 * of `Form.add`
 */
export async function multipartForm(bytes: Buffer, type: string): Promise<Form> {
  const parser = createParser(type);
  const form = new Form();
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  let ended = false;
  const fail = (error: unknown) => {
    ended = true;
    reject(error);
  };
  parser.on('file', (_name, file) => {
    file.resume();
    fail(withFile());
  });
  parser.on('field', (name: string | undefined, value) => {
    if (ended) return;
    try {
      if (name === undefined) throw invalidForm();
      form.add(name, value);
    } catch (error) {
      fail(error);
    }
  });
  parser.on('error', (error) => fail(invalidForm(error)));
  parser.on('finish', resolve);
  for (let at = 0; at < bytes.length && !ended; at += chunkBytes) {
    parser.write(bytes.subarray(at, at + chunkBytes));
  }
  parser.end();
  await done;
  return form;
}
