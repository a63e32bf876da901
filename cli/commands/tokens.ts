import { Command } from 'commander';
import { listSigningKeys, revokeTokens, rotateSigningKeys } from '#contracts/tokens.ts';
import type { Host } from '../host.ts';
import { json } from '../output/json.ts';
import { signingKeyTable } from '../output/tokens.ts';
import { shortText } from './arguments.ts';

interface Options {
  readonly json?: true;
}

/** `tokens`: signing keys and token revocation. */
export function tokensCommand(host: Host): Command {
  return new Command('tokens')
    .description('revoke tokens and rotate the keys that sign them')
    .addCommand(keysCommand(host))
    .addCommand(rotateCommand(host))
    .addCommand(revokeCommand(host));
}

/** `tokens keys`: the signing keys, oldest first. */
function keysCommand(host: Host): Command {
  return new Command('keys')
    .description('list the signing keys')
    .option('--json', 'print them as JSON')
    .action(async (options: Options) => {
      await using bus = await host.connect();
      const { keys } = await bus.request(listSigningKeys, {});
      host.out(options.json ? json({ keys }) : signingKeyTable(keys, host.width));
    });
}

/** `tokens rotate`: makes the next key sign. Nobody is logged out. */
function rotateCommand(host: Host): Command {
  return new Command('rotate')
    .description('make the next key sign; nobody is logged out')
    .option('--json', 'print the keys as JSON')
    .action(async (options: Options) => {
      await using bus = await host.connect();
      const { keys } = await bus.request(rotateSigningKeys, {});
      if (options.json) return host.out(json({ keys }));
      host.out('Another key signs from now on; tokens of the one before stay good.\n\n');
      host.out(signingKeyTable(keys, host.width));
    });
}

/** `tokens revoke USER`: logs an account out everywhere. */
function revokeCommand(host: Host): Command {
  return new Command('revoke')
    .description('revoke all tokens of an account; it has to log in again everywhere')
    .argument('<user>', 'id, user name, e-mail address or phone number', shortText(320))
    .option('--json', 'print the account as JSON')
    .action(async (reference: string, options: Options) => {
      await using bus = await host.connect();
      const { account } = await bus.request(revokeTokens, { reference });
      host.out(
        options.json ? json({ revoked: true, account }) : `All tokens of account ${account} are ended\n`,
      );
    });
}
