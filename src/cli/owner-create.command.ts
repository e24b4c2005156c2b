import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { AuthConfig } from '../modules/auth/index.js';
import { withService } from './application-context.js';
import { type Command, UsageError } from './command.js';
import { OwnerCreation, OwnerModule } from './owner-creation.js';

/**
 * The first person of an installation, or of another organization. The password comes from OWNER_PASSWORD, so that it
 * stands in no list of processes; without it one is made and shown once.
 */
export const createOwner: Command = async ({ args, env, print }) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      email: { type: 'string' },
      name: { type: 'string', default: 'Owner' },
      organization: { type: 'string', default: 'Default' },
    },
  });
  const { email } = values;
  if (email === undefined) throw new UsageError('owner create needs --email');
  const password = env['OWNER_PASSWORD'] ?? randomBytes(18).toString('base64url');
  const owner = { email, password, name: values.name, organizationName: values.organization };
  const created = await withService({ module: OwnerModule, configs: [AuthConfig], env }, OwnerCreation, (creation) =>
    creation.create(owner),
  );
  if (created.outcome === 'exists') {
    print(`${email} exists already: nothing was changed`);
    return 1;
  }
  print(`created ${email}, owner of the organization ${created.organizationId}`);
  if (env['OWNER_PASSWORD'] === undefined) print(`password: ${password}`);
  return 0;
};
