import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { isUuid, newId } from '../../kernel/ids.js';
import { FreshCache } from '../../platform/cache/index.js';
import { AppDatabase, type Session } from '../../platform/database/index.js';
import { decodeCursor, type Page, pageOf, type PageQuery } from '../../platform/http/index.js';
import { type AuditScope, AuditService } from '../audit/index.js';
import { apiKeyHash, isApiKeyShaped, mintApiKey } from './api-key.js';
import { type ApiKey, ApiKeyStore, type LiveApiKey } from './api-key.store.js';
import type { KeyScope } from './permissions.js';
import type { ApiKeyPrincipal } from './principal.js';

/** The project whose keys are meant, and who acts on them. */
export type ApiKeyScope = AuditScope & { readonly projectId: string };

export interface ApiKeyRequest {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly expiresAt: Date | null;
}

export interface CreatedApiKey {
  readonly key: ApiKey;
  /** The only time that it is known. */
  readonly token: string;
}

const CACHE = { maxAgeMs: 1_000, maxEntries: 10_000 };
const isId = (value: unknown): value is string => typeof value === 'string' && isUuid(value);

@Injectable()
export class ApiKeyService {
  /** By the keys as they were sent, and only while they are fresh: to hash each request's again was 3 of the 90 µs of an enqueue. */
  private readonly live = new FreshCache<LiveApiKey | undefined>(CACHE);

  constructor(
    private readonly database: AppDatabase,
    private readonly store: ApiKeyStore,
    private readonly audit: AuditService,
  ) {}

  /** The principal of a key, or nothing. A revocation counts within a second everywhere, at once in this process. */
  async authenticate(token: string): Promise<ApiKeyPrincipal | undefined> {
    if (!isApiKeyShaped(token)) return undefined;
    const key = await this.live.get(token, () => this.lookUp(apiKeyHash(token)));
    return key && { kind: 'api_key', keyId: key.id, projectId: key.projectId, scopes: key.scopes };
  }

  async create(scope: ApiKeyScope, request: ApiKeyRequest): Promise<CreatedApiKey> {
    return this.database.transaction((session) => this.insert(session, scope, request));
  }

  /** The same inside a transaction of the caller. Throws `invalid` EXPIRY_NOT_IN_FUTURE. */
  async insert(session: Session, scope: ApiKeyScope, request: ApiKeyRequest): Promise<CreatedApiKey> {
    const minted = mintApiKey();
    const key = await this.store.insert(session, {
      name: request.name,
      scopes: request.scopes,
      expiresAt: request.expiresAt,
      id: newId(),
      projectId: scope.projectId,
      prefix: minted.prefix,
      hash: minted.hash,
      createdBy: scope.principal.kind === 'user' ? scope.principal.userId : null,
    });
    if (!key) throw RotaError.invalid('EXPIRY_NOT_IN_FUTURE', 'expiresAt must lie in the future', '/expiresAt');
    await this.audit.record(session, scope, {
      action: 'api_key.created',
      targetKind: 'api_key',
      targetId: key.id,
      after: { name: key.name, prefix: key.prefix, scopes: key.scopes, expiresAt: key.expiresAt },
    });
    return { key, token: minted.token };
  }

  async list(scope: ApiKeyScope, query: PageQuery): Promise<Page<ApiKey>> {
    const before = decodeCursor(query.cursor, isId);
    const rows = await this.store.list(this.database, scope.projectId, before, query.limit + 1);
    return pageOf(rows, query.limit, (last) => last.id);
  }

  /** Ends a key. A key that has ended already stays as it is. Throws `not_found`. */
  async revoke(scope: ApiKeyScope, keyId: string, reason: string | undefined): Promise<void> {
    if (!isUuid(keyId)) throw RotaError.notFound('API key');
    await this.database.transaction(async (session) => {
      const found = await this.store.lock(session, scope.projectId, keyId);
      if (!found) throw RotaError.notFound('API key');
      if (found.revokedAt) return;
      await this.store.revoke(session, keyId);
      await this.audit.record(session, scope, {
        action: 'api_key.revoked',
        targetKind: 'api_key',
        targetId: keyId,
        before: { name: found.name, prefix: found.prefix, scopes: found.scopes },
        reason,
      });
    });
    this.live.clear();
  }

  /**
   * A successor with the same name, scopes and expiry; the key itself goes on working for `overlapSeconds`, so that clients can be
   * moved one by one. Throws `not_found`, `conflict` API_KEY_ENDED.
   */
  async rotate(scope: ApiKeyScope, keyId: string, overlapSeconds: number): Promise<CreatedApiKey> {
    const successor = await this.database.transaction(async (session) => {
      const found = isUuid(keyId) ? await this.store.lock(session, scope.projectId, keyId) : undefined;
      if (!found) throw RotaError.notFound('API key');
      if (!found.isLive)
        throw RotaError.conflict('API_KEY_ENDED', 'the key was revoked or has expired: create a new one');
      const created = await this.insert(session, scope, found);
      const endsAt = await this.store.endIn(session, keyId, overlapSeconds);
      await this.audit.record(session, scope, {
        action: 'api_key.rotated',
        targetKind: 'api_key',
        targetId: keyId,
        before: { expiresAt: found.expiresAt },
        after: { expiresAt: endsAt, successorId: created.key.id },
      });
      return created;
    });
    this.live.clear();
    return successor;
  }

  private async lookUp(hash: Buffer): Promise<LiveApiKey | undefined> {
    const key = await this.store.findLive(this.database, hash);
    // Not awaited: when it was last used is worth no latency, and its loss no error.
    if (key?.isUseDue) this.store.touch(this.database, key.id).catch(() => undefined);
    return key;
  }
}
