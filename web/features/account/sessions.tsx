'use client';

import { Button } from '@mantine/core';
import { dataOf, type OwnSessionResponse, sessionsList, sessionsRevoke, sessionsRevokeAll } from '@rota/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Section } from '@/features/settings/section';
import settings from '@/features/settings/settings.module.css';
import { api } from '@/shell/api/client';
import { signOut } from '@/shell/api/session';
import { notifyDone, notifyProblem } from '@/shell/dialogs/notify';
import { ReasonDialog } from '@/shell/dialogs/reason-dialog';
import { ListStates } from '@/shell/list/list-states';
import { Instant } from '@/shell/time/instant';
import { agentWords } from './user-agent';
import classes from './account.module.css';

/** Where this person is signed in. */
export function Sessions(): ReactNode {
  const queryClient = useQueryClient();
  const [isEndingAll, setIsEndingAll] = useState(false);
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => (await dataOf(sessionsList({ client: api, query: { limit: 100 } }))).data,
  });
  const end = (session: OwnSessionResponse): void =>
    void dataOf(sessionsRevoke({ client: api, path: { sessionId: session.id } }))
      .then(() => notifyDone('The session has ended'))
      .then(() => queryClient.invalidateQueries({ queryKey: ['sessions'] }))
      .catch((error: unknown) => notifyProblem('The session goes on', error));
  const endAll = (): Promise<void> => signOut(() => dataOf(sessionsRevokeAll({ client: api })));
  return (
    <Section title="Sessions" description="End those that are not yours, or that you do not need.">
      <ListStates
        query={sessions}
        failed="The sessions could not be read"
        isEmpty={(rows) => rows.length === 0}
        empty={<p className={settings.dim}>None.</p>}
        rowHeight={42}
      >
        {(rows) => (
          <ul className={settings.rows}>
            {rows.map((session) => (
              <li key={session.id}>
                <span className={classes.session}>
                  <strong title={session.userAgent ?? undefined}>{agentWords(session.userAgent)}</strong>
                  <span className={settings.dim}>
                    {session.ip ?? 'unknown address'} · since <Instant at={session.createdAt} /> · used{' '}
                    <Instant at={session.lastUsedAt} as="ago" />
                  </span>
                </span>
                <span className={settings.actions}>
                  {session.isCurrent ? (
                    <span className={classes.current}>this one</span>
                  ) : (
                    <Button onClick={() => end(session)}>End</Button>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <Button onClick={() => setIsEndingAll(true)}>Sign out everywhere…</Button>
      <ReasonDialog
        isOpen={isEndingAll}
        onClose={() => setIsEndingAll(false)}
        title="Sign out everywhere?"
        act="Sign out everywhere"
        keep="Stay signed in"
        reason="none"
        onConfirm={endAll}
      >
        <p>All your sessions end within a second, this one too.</p>
      </ReasonDialog>
    </Section>
  );
}
