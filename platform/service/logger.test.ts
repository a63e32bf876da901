import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

const secret = 'somebody@example.com';

/** What a logger writes of these members. */
function written(members: object): string {
  let text = '';
  const write = (line: string) => {
    text += line;
  };
  createLogger('test-1', 'trace', { write }).error(members, 'it failed');
  return text;
}

function jsonError(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

test.each([
  new Error(`E11000 duplicate key error collection: c index: names_1 dup key: { names: "${secret}" }`),
  Object.assign(new Error('failed'), { keyValue: { names: secret }, command: { args: [secret] } }),
  new Error('failed', { cause: new Error(`dup key: { names: "${secret}" }`) }),
  new Error(`Cast to Number failed for value "{ a: '${secret}' }" (type Object) at path "_id"`),
  jsonError(`${secret}{`),
])('what an error repeats of a request is not written: %#', (error) => {
  const text = written({ err: error });
  expect(text).not.toContain(secret);
  expect(text).not.toContain(secret.slice(0, 8));
  expect(JSON.parse(text).err).toMatchObject({
    message: expect.any(String),
    stack: expect.stringContaining('at '),
  });
});

test('an error is told with its kind, its sentence, its code and its causes', () => {
  const cause = Object.assign(new TypeError('the cause'), { code: 'ECONNRESET' });
  const { err, msg, replica } = JSON.parse(written({ err: new RangeError('the error', { cause }) }));
  expect([msg, replica, err.type, err.message]).toEqual(['it failed', 'test-1', 'RangeError', 'the error']);
  expect(err.cause).toMatchObject({ type: 'TypeError', message: 'the cause', code: 'ECONNRESET' });
});

test('members that are secret are left out', () => {
  expect(written({ password: secret, request: { authorization: secret }, email: secret })).not.toContain(
    secret,
  );
});
