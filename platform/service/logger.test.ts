import { expect, test } from 'vitest';
import { unavailable } from '#platform/errors/errors.ts';
import { createLogger, FaultLimit } from './logger.ts';

const secret = 'somebody@example.com';

/** Returns the log line for these members. */
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
  new Error(`page is not of type integer. Given: "${secret}". order is not one of asc. Given: "${secret}".`),
])('request data in an error is not logged: %#', (error) => {
  const text = written({ err: error });
  expect(text).not.toContain(secret);
  expect(text).not.toContain(secret.slice(0, 8));
  expect(JSON.parse(text).err).toMatchObject({
    message: expect.any(String),
    stack: expect.stringContaining('at '),
  });
});

test('an error is logged with its class, its message, its code and its causes', () => {
  const cause = Object.assign(new TypeError('the cause'), { code: 'ECONNRESET' });
  const { err, msg, replica } = JSON.parse(written({ err: new RangeError('the error', { cause }) }));
  expect([msg, replica, err.type, err.message]).toEqual(['it failed', 'test-1', 'RangeError', 'the error']);
  expect(err.cause).toMatchObject({ type: 'TypeError', message: 'the cause', code: 'ECONNRESET' });
});

test('secret members are left out', () => {
  expect(written({ password: secret, request: { authorization: secret }, email: secret })).not.toContain(
    secret,
  );
});

/** Returns a logger with a simulated clock, and the lines that it has written. */
function limited() {
  const clock = { now: 0 };
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const logger = createLogger('test-1', 'info', { write }, new FaultLimit(() => clock.now));
  const fault = (operation: string, cause: Error) =>
    logger.warn(
      { operation, requestId: `request-${lines.length}`, err: unavailable(cause) },
      'service_unavailable',
    );
  return { clock, lines, fault, logger };
}

const timeout = () => Object.assign(new Error('no answer in time'), { code: 'TIMEOUT' });

test('a thousand failing requests log one line a minute, with one stack and the number of omitted lines', () => {
  const { clock, lines, fault } = limited();
  for (let minute = 0; minute < 2; minute += 1) {
    clock.now = minute * 60_000;
    for (let count = 0; count < 1_000; count += 1) fault('cart.read', timeout());
  }
  expect(lines.map((line) => JSON.parse(line).suppressed)).toEqual([undefined, 999]);
  expect(JSON.parse(lines[1] ?? '').err.stack).toContain('at ');
  expect(lines.join('').length).toBeLessThan(8_000);
});

test('faults of different operations, causes or places are logged separately', () => {
  const { lines, fault, logger } = limited();
  for (let time = 0; time < 3; time += 1) {
    fault('cart.read', timeout());
    fault('cart.change', timeout());
    fault('cart.read', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    fault('cart.read', new TypeError('no member'));
    fault('cart.read', new TypeError('no member'));
    logger.warn({ operation: 'cart.read', err: `${time} requests wait for cart` }, 'service_unavailable');
  }
  expect(lines).toHaveLength(6);
});

test('lines without a fault, and the last line of a process, are always logged', () => {
  const { lines, logger } = limited();
  for (let time = 0; time < 3; time += 1) {
    logger.info({ err: new Error('known') }, 'waiting');
    logger.warn({ family: 7 }, 'a spent token came again');
    logger.fatal({ err: new Error('the end') }, 'unhandled rejection');
  }
  expect(lines).toHaveLength(9);
});
