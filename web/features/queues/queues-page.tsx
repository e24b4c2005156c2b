'use client';

import { dataOf, type ListedQueueResponse, type QueueResponse, queuesList } from '@rota/client';
import { IconPlus } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useCallback, useState } from 'react';
import { api } from '@/shell/api/client';
import { DataTable } from '@/shell/list/data-table';
import { KeysetFooter } from '@/shell/list/keyset-controls';
import { ListStates, TrulyEmpty } from '@/shell/list/list-states';
import { useKeysetList } from '@/shell/list/use-keyset-list';
import { useListCursor } from '@/shell/list/use-list-cursor';
import { Page } from '@/shell/page/page';
import { PrimaryAction } from '@/shell/page/primary-action';
import { useProject, useProjectPath } from '@/shell/project/project-context';
import { notifyProblem } from '@/shell/dialogs/notify';
import { firstQueueCommand } from '../jobs/curl';
import { CreateQueueDialog } from './create-queue-dialog';
import { PauseDialog } from './pause-dialog';
import { QueueCompact, queueColumns } from './queue-columns';
import { useQueueCommands } from './use-queue-commands';

const PAGE_SIZE = 40;
const idOf = ({ id }: QueueResponse): string => id;

export function QueuesPage(): ReactNode {
  const { projectId, can } = useProject();
  const path = useProjectPath();
  const router = useRouter();
  const [pausing, setPausing] = useState<QueueResponse>();
  const [isCreating, setIsCreating] = useState(false);
  const { resume } = useQueueCommands();
  const list = useKeysetList<ListedQueueResponse>({
    queryKey: [projectId, 'queues', 'list'],
    topic: 'queues',
    read: (query) => dataOf(queuesList({ client: api, path: { projectId }, query: { ...query, with: 'stats' } })),
    idOf,
    pageSize: PAGE_SIZE,
  });
  const open = useCallback(
    (queue: QueueResponse) => router.push(path(`queues/${encodeURIComponent(queue.name)}`)),
    [router, path],
  );
  const cursor = useListCursor({ rows: list.rows, idOf, onOpen: open });
  const onResume = (queue: QueueResponse): void => {
    void resume(queue).catch((error: unknown) => notifyProblem(`${queue.name} was not resumed`, error));
  };
  return (
    <Page
      title="Queues"
      actions={
        can('queues:manage') && (
          <PrimaryAction
            icon={<IconPlus size={14} stroke={2.2} aria-hidden />}
            label="New queue"
            onClick={() => setIsCreating(true)}
          />
        )
      }
      footer={<KeysetFooter list={list} order="By name · rates of the last hour" />}
    >
      <ListStates
        query={list}
        failed="The queues could not be read"
        isEmpty={(rows) => rows.length === 0}
        empty={
          <TrulyEmpty sentence="No queue yet. A job needs one to stand in." command={firstQueueCommand(projectId)} />
        }
      >
        {(rows) => (
          <DataTable
            label="Queues"
            rows={rows}
            columns={queueColumns({ canManage: can('queues:manage'), onPause: setPausing, onResume })}
            idOf={idOf}
            onOpen={open}
            cursorId={cursor}
            compact={(queue) => <QueueCompact queue={queue} />}
            size="roomy"
          />
        )}
      </ListStates>
      <PauseDialog queue={pausing} onClose={() => setPausing(undefined)} />
      <CreateQueueDialog isOpen={isCreating} onClose={() => setIsCreating(false)} />
    </Page>
  );
}
