import { Injectable } from '@nestjs/common';
import { RotaError } from '../../kernel/errors.js';
import { AppDatabase, type Session } from '../../platform/database/index.js';
import { AuditService } from '../audit/index.js';
import {
  AccountService,
  AttemptLimiter,
  attemptSubjects,
  linkTokenHash,
  type PersonalScope,
  SessionIssuer,
  type SignedIn,
  type SignInRequest,
} from '../auth/index.js';
import { type Invitation, InvitationStore } from './invitation.store.js';
import { MembershipStore } from './membership.store.js';

export interface InspectedInvitation {
  readonly invitation: Invitation;
  /** Somebody has an account with this address: they sign in and accept. */
  readonly isRegistered: boolean;
}

type By = Pick<SignInRequest, 'requestId' | 'ip'>;

/** The other end of an invitation: a person with its link becomes a member. */
@Injectable()
export class JoiningService {
  constructor(
    private readonly database: AppDatabase,
    private readonly invitations: InvitationStore,
    private readonly memberships: MembershipStore,
    private readonly accounts: AccountService,
    private readonly limiter: AttemptLimiter,
    private readonly audit: AuditService,
  ) {}

  /** Throws `invalid` INVITATION_INVALID, `rate_limited` AUTH_RATE_LIMITED. */
  async inspect(token: string, { ip }: By): Promise<InspectedInvitation> {
    const invitation = await this.findOpen(token, ip);
    const known = await this.accounts.findByEmail(this.database, invitation.email);
    return { invitation, isRegistered: known !== undefined };
  }

  /** Throws besides `forbidden` INVITATION_OF_ANOTHER if it was sent to another address than one's own. */
  async accept(scope: PersonalScope, token: string): Promise<Invitation> {
    const invitation = await this.findOpen(token, scope.ip);
    const { userId } = scope.principal;
    const invited = await this.accounts.findByEmail(this.database, invitation.email);
    if (invited !== userId) {
      throw new RotaError('forbidden', 'INVITATION_OF_ANOTHER', 'this invitation was sent to another e-mail address');
    }
    await this.database.transaction((session) => this.join(session, invitation, userId, scope));
    return invitation;
  }

  /** Makes the account and the membership; the caller signs the user in. Throws besides `conflict` EMAIL_TAKEN. */
  async register(
    token: string,
    person: { readonly name: string; readonly password: string },
    by: By,
  ): Promise<{ userId: string }> {
    const invitation = await this.findOpen(token, by.ip);
    const passwordHash = await this.accounts.hashPassword(person.password);
    return this.database.transaction(async (session) => {
      const account = { email: invitation.email, name: person.name, passwordHash, isOperator: false };
      const userId = await this.accounts.insert(session, account);
      if (userId === undefined) throw emailTaken();
      await this.join(session, invitation, userId, by);
      return { userId };
    });
  }

  private async join(session: Session, invitation: Invitation, userId: string, { requestId, ip }: By): Promise<void> {
    if (!(await this.invitations.take(session, invitation.id))) throw invitationInvalid();
    const { organizationId, role } = invitation;
    if (!(await this.memberships.insert(session, organizationId, userId, role))) return;
    await this.audit.record(
      session,
      { organizationId, projectId: null, principal: { kind: 'user', userId }, requestId, ip },
      { action: 'member.joined', targetKind: 'user', targetId: userId, after: { role, email: invitation.email } },
    );
  }

  private async findOpen(token: string, ip: string | null): Promise<Invitation> {
    const invitation = await this.limiter.attempt([attemptSubjects.client(ip)], () =>
      this.invitations.findOpen(this.database, linkTokenHash(token)),
    );
    if (!invitation) throw invitationInvalid();
    return invitation;
  }
}

/** Signs somebody in who has just got an account. */
@Injectable()
export class FirstSignIn {
  constructor(
    private readonly database: AppDatabase,
    private readonly issuer: SessionIssuer,
  ) {}

  async start({ userId }: { readonly userId: string }, client: SignInRequest): Promise<SignedIn> {
    return (await this.issuer.start(this.database, { userId, sessionVersion: 0 }, client)) as SignedIn;
  }
}

function invitationInvalid(): RotaError {
  const detail = 'the invitation was accepted, revoked or has expired, or its link is incomplete';
  return RotaError.invalid('INVITATION_INVALID', detail, '/token');
}

export function emailTaken(): RotaError {
  return RotaError.conflict('EMAIL_TAKEN', 'somebody has an account with this e-mail address: sign in');
}
