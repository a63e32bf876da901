import { execFileSync } from 'node:child_process';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../dev/base/settings.ts';
import { say } from './say.ts';

/**
 * Writes the files of a commit into `folder` and returns `folder`. Links the packages of the working tree if
 * the commit needs the same packages; otherwise installs the packages of the commit.
 */
export async function filesOf(commit: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: root,
    maxBuffer: 512 * 1_024 * 1_024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const [ours, theirs] = await Promise.all(
    [root, folder].map((each) => readFile(join(each, 'package-lock.json'), 'utf8')),
  );
  if (ours === theirs) {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  } else {
    say(`installing the packages of ${commit}`);
    execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  }
  return folder;
}
