import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../base/settings.ts';
import { regexpsIn } from './regexps.ts';

/** Runs the check on a folder with one file. Returns the exit code and the output. */
function checked(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-regexps-'));
  try {
    writeFileSync(join(folder, 'planted.ts'), text);
    const { status, stdout } = spawnSync(process.execPath, ['dev/check/regexps.ts', folder], {
      cwd: root,
      encoding: 'utf8',
    });
    return { status, output: stdout.split('\n')[0] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  ['const text = 1;\nexport const clean = /(a+)+$/;\n', /^planted\.ts:2: .*exponential$/],
  ["export const clean = (text: string) => text.replace(/ *\\n */g, '');\n", /2nd degree polynomial$/],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the program that is checked has it
  ["const one = '\\\\s*x';\nexport const many = new RegExp(`^(?:${one}*)*$`, 'u');\n", /^planted\.ts:2: /],
  ['export const made = (text: string) => new RegExp(text);\n', /made at run time/],
])('%j is found and fails the check', (text, output) => {
  expect(checked(text)).toEqual({ status: 1, output: expect.stringMatching(output) });
});

test('an expression in linear time passes, also one made at run time with an excuse', () => {
  const excused = '// regexp: ours.\nexport const made = (text: string) => new RegExp(text);\n';
  expect(checked(`export const clean = /^[a-z]+$/u;\n${excused}`)).toMatchObject({ status: 0 });
});

test('an expression is found in every kind of code', () => {
  const text = 'const a = /x/g; f([/y/]); class A { b = new RegExp(/z/, "u"); c = RegExp("w", "i"); }';
  expect(regexpsIn('some.ts', text)).toEqual([
    { line: 1, source: 'x', flags: 'g' },
    { line: 1, source: 'y', flags: '' },
    { line: 1, source: 'z', flags: '' },
    { line: 1, source: 'w', flags: 'i' },
  ]);
});
