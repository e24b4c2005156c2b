import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { Factories } from '../support/factories.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

interface ScaledObject {
  readonly spec: { readonly triggers: readonly { readonly metadata: { readonly query: string } }[] };
}

describe('what KEDA asks the database', () => {
  const [document] = parseAllDocuments(readFileSync('deploy/kubernetes/components/keda/scaled-object.yaml', 'utf8'));
  const scaledObject = document?.toJS() as ScaledObject | undefined;
  const query = scaledObject?.spec.triggers[0]?.metadata.query ?? '';
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.close());

  const backlog = async (): Promise<number[]> =>
    (await database.app.query<{ count: number }>(query)).map(({ count }) => count);

  it('is one whole number: what waits and what is in work, without paused and deleted queues and without what is not due', async () => {
    expect(await backlog()).toEqual([0]);
    const make = new Factories(database);
    const queue = await make.aQueue();
    await make.aQueuedJob({ queue });
    await make.aQueuedJob({ queue });
    await make.aRunningJob({ queue });
    await make.aScheduledJob({ queue });
    await make.aCompletedJob({ queue });
    await make.aQueuedJob({ queue: await make.aQueue({ isPaused: true }) });
    await make.aQueuedJob({ queue: await make.aQueue({ isDeleted: true }) });
    expect(await backlog()).toEqual([3]);
  });
});
