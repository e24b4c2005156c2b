import { randomBytes } from 'node:crypto';
import { AuthConfig } from '../modules/auth/index.js';
import { withService } from './application-context.js';
import { type Command, EXIT } from './command.js';
import { OwnerCreation, OwnerModule } from './owner-creation.js';

/**
 * The first person of an installation, or of another organization. The password comes from OWNER_PASSWORD, so that it
 * stands in no list of processes; without it one is made and shown once.
 */
export const createOwner: Command = async ({ options, env, output }) => {
  const { email, name, organization } = options as { email: string; name: string; organization: string };
  const given = env['OWNER_PASSWORD'];
  const password = given ?? randomBytes(18).toString('base64url');
  const owner = { email, password, name, organizationName: organization };
  const created = await withService({ module: OwnerModule, configs: [AuthConfig], env }, OwnerCreation, (creation) =>
    creation.create(owner),
  );
  if (created.outcome === 'exists') {
    output.say({ outcome: 'exists', email }, `${email} exists already: nothing was changed`);
    return EXIT.notDone;
  }
  const { organizationId } = created;
  const shown = given === undefined ? { password } : {};
  output.say(
    { outcome: 'created', email, organizationId, ...shown },
    [
      `created ${email}, owner of the organization ${organizationId}`,
      ...(given === undefined ? [`password: ${password}`] : []),
    ].join('\n'),
  );
  return EXIT.done;
};
