import { Command } from 'commander';
import { Problem } from '#platform/errors/problem.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { printable } from '../output/printable.ts';

const marks = { ok: 'ok     ', warning: 'WARNING', problem: 'PROBLEM', skipped: 'skipped' } as const;

/**
 * Returns the command `doctor`, which checks the system and its machine, and gives advice. The exit code is 1
 * if the command finds a problem.
 */
export function doctorCommand(host: Host): Command {
  return new Command('doctor')
    .description(
      'check engines, versions, clocks, disk, ports, certificates and backlogs, and say what to do; exit code 1 for a problem',
    )
    .option('--json', 'print the findings as JSON')
    .action(async (options: { json?: true }) => {
      const { examine } = await import('../doctor/examine.ts');
      const findings = await examine(host);
      const problems = findings.filter(({ state }) => state === 'problem').length;
      if (options.json) host.out(json({ ok: problems === 0, findings }));
      else {
        for (const { check, state, found, advice } of findings) {
          const line = `${marks[state]}  ${check}: ${printable(found)}`;
          host.out(`${line}\n${advice === '' ? '' : `${' '.repeat(9)}→ ${printable(advice)}\n`}`);
        }
      }
      if (problems > 0) {
        throw new Problem(`${problems} ${problems === 1 ? 'problem' : 'problems'} found`, 'failed');
      }
    });
}
