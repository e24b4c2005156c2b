/** Who acted. `system` is Rota itself: a loop, the command line, a defence such as the cut of a stolen session. */
export type AuditActor =
  | { readonly kind: 'user'; readonly userId: string }
  | { readonly kind: 'api_key'; readonly keyId: string }
  | { readonly kind: 'system' };

/** Where an act happened and by which request. The `ProjectScope` of a request fits as it is. */
export interface AuditScope {
  readonly organizationId: string | null;
  readonly projectId: string | null;
  readonly principal: AuditActor;
  readonly requestId: string | null;
  readonly ip: string | null;
}

/** Of an act by Rota itself in a project; `requestId` says which call of a command it was. */
export function systemScope(
  { organizationId, projectId }: { readonly organizationId: string; readonly projectId: string },
  requestId: string,
) {
  return { organizationId, projectId, principal: { kind: 'system' }, requestId, ip: null } as const;
}

/**
 * One act. `action` is `<target>.<past participle>`, such as `queue.paused`. `before` and `after` hold the fields that
 * changed, never a secret: what looks like one by its name is masked all the same.
 */
export interface AuditEntry {
  readonly action: string;
  readonly targetKind: string;
  readonly targetId: string | null;
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
  readonly reason?: string | undefined;
}
