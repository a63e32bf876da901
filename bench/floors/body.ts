/** The answer of every floor. It is about as long as the answer to a request for one product. */
export const body: Buffer = Buffer.from(JSON.stringify({ text: 'x'.repeat(5_260) }));

export const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
