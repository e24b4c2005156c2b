import { AuthConfig } from '../modules/auth/index.js';
import { type DemoAccess, DemoConfig, DemoModule, DemoSeeder } from '../modules/demo/index.js';
import { EncryptionConfig } from '../platform/config/index.js';
import { withService } from './application-context.js';
import { type Command, CommandFailure, confirmed, EXIT, UsageError } from './command.js';

/** Seeds the demo; `--reset` empties the database before, which production needs to be told twice. */
export const seedDemo: Command = async (call) => {
  const { options, env, output } = call;
  const isReset = options['reset'] === true;
  if (isReset && env['NODE_ENV'] === 'production' && options['force'] !== true) {
    throw new UsageError('--reset deletes everything in this database: in production it also takes --force');
  }
  // Emptying tables takes their owner; all else is done as the processes do it.
  const owner = isReset ? (env['MIGRATION_DATABASE_URL'] ?? env['DATABASE_URL']) : env['DATABASE_URL'];
  const context = {
    module: DemoModule,
    configs: [AuthConfig, EncryptionConfig, DemoConfig],
    env: { ...env, DATABASE_URL: owner },
  };
  const isSparing = isReset && options['spareOthers'] === true && options['yes'] !== true;
  if (isReset && !isSparing) await confirmed(call, 'This deletes everything in this database. Go on?');
  const access = await withService(context, DemoSeeder, async (seeder) => {
    if (isSparing && (await seeder.hasJobsOfOthers()))
      throw new CommandFailure('this database holds jobs that no demo made: --yes deletes them with everything else');
    return seeder.seed({ isReset });
  });
  output.say(access, describe(access));
  return EXIT.done;
};

function describe({ email, password, projectId, apiKey, signingSecret }: DemoAccess): string {
  return [
    `login           ${email} / ${password ?? '(as it was)'}`,
    `project         ${projectId}`,
    `API key         ${apiKey}`,
    `signing secret  ${signingSecret}`,
  ].join('\n');
}
