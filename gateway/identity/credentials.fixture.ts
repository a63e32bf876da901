import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';

type Headers = Record<string, string | string[]>;

export async function send(method: string, url: string, headers: Headers = {}, body = '') {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { method, headers, agent: false, rejectUnauthorized: false };
  const sent = (url.startsWith('https') ? tlsRequest : plainRequest)(url, options, resolve);
  sent.on('error', reject).end(body);
  const answer = await promise;
  let text = '';
  for await (const chunk of answer) text += chunk;
  const parsed = text === '' ? {} : JSON.parse(text);
  return { status: answer.statusCode, headers: answer.headers, code: parsed.code, body: parsed };
}
export const get = (url: string, headers: Headers = {}) => send('GET', url, headers);

export const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
/** Sends a login with credentials in the body. An object is sent as JSON, a text as a form. */
export function logInWith(url: string, members: Record<string, unknown> | string, headers: Headers = {}) {
  const asForm = typeof members === 'string';
  const body = asForm ? members : JSON.stringify(members);
  const type = { ...(asForm ? form : json), 'Content-Length': String(Buffer.byteLength(body)) };
  return send('POST', `${url}/v2/login`, { ...type, ...headers }, body);
}

export const basicOf = (pair: string) => ({ Authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
export const basic = basicOf('alice:secret');
export const bearer = { Authorization: 'Bearer abc.def.ghi' };
export const paths = ['/v2/cart', '/v2/products/13', '/wp-json/cocart/v2/products/13', '/v2/nope'];
