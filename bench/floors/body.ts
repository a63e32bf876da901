/** The answer of every floor, about as long as a product page. */
export const body: Buffer = Buffer.from(JSON.stringify({ text: 'x'.repeat(5_260) }));

export const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
