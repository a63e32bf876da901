import { Busboy } from '@fastify/busboy';
import { refusal } from '#platform/errors/errors.ts';
import { Form } from './form.ts';

/** Limits of the parser. The size of the body is checked before, and `Form` counts the fields. */
const limits = { fieldSize: Number.POSITIVE_INFINITY, headerPairs: 20, headerSize: 4_096 };
/** Bytes that are parsed before the fields are counted again. */
const pieceBytes = 16_384;

function invalid(cause?: unknown) {
  return refusal('service_invalid_form', {}, { cause });
}

function withFile() {
  const message = 'Files are not accepted. Send fields only.';
  return refusal('service_unsupported_media_type', {}, { message });
}

function parserOf(type: string) {
  try {
    return new Busboy({ headers: { 'content-type': type }, limits });
  } catch (error) {
    throw invalid(error);
  }
}

/**
 * Reads the fields of a `multipart/form-data` body.
 *
 * @throws ServiceError `service_invalid_form`; `service_unsupported_media_type` for a file; as `Form.add`
 */
export async function multipartForm(bytes: Buffer, type: string): Promise<Form> {
  const parser = parserOf(type);
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
      if (name === undefined) throw invalid();
      form.add(name, value);
    } catch (error) {
      fail(error);
    }
  });
  parser.on('error', (error) => fail(invalid(error)));
  parser.on('finish', resolve);
  for (let at = 0; at < bytes.length && !ended; at += pieceBytes) {
    parser.write(bytes.subarray(at, at + pieceBytes));
  }
  parser.end();
  await done;
  return form;
}
