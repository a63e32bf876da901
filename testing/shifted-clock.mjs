// Imported by a process under test as `shifted-clock.mjs?file=PATH`: its clock is off by the milliseconds in that file.
import { readFileSync } from 'node:fs';

const file = new URL(import.meta.url).searchParams.get('file') ?? '';
const now = Date.now;
let offset = 0;
setInterval(() => {
  offset = Number(readFileSync(file, 'utf8'));
}, 50).unref();
Date.now = () => now() + offset;
