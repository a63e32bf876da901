// Shifts the clock of a process under test. The process imports this file as `shifted-clock.mjs?file=PATH`.
// The file at PATH contains the milliseconds of the shift.
import { readFileSync } from 'node:fs';

const file = new URL(import.meta.url).searchParams.get('file') ?? '';
const now = Date.now;
let offset = 0;
setInterval(() => {
  offset = Number(readFileSync(file, 'utf8'));
}, 50).unref();
Date.now = () => now() + offset;
