/** The answer of every floor (minimal server for comparison), about as long as an answer with one product. */
export const body: Buffer = Buffer.from(JSON.stringify({ text: 'x'.repeat(5_260) }));

export const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
