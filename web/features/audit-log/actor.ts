import type { AuditEntryResponse } from '@rota/client';
import { shortId } from '@/shell/time/format';

type Acted = Pick<AuditEntryResponse, 'actor' | 'requestId'>;

/** As the filter of the interface takes it. Who used the command line stands in the id that each of its calls makes for itself. */
export function actorOf({ actor: { kind, id, name }, requestId }: Acted): string {
  if (kind === 'system') return name === null ? 'system' : `cli:${requestId?.split(':')[1] ?? ''}`;
  return `${kind === 'user' ? 'user' : 'key'}:${id ?? ''}`;
}

/** In words; whoever is gone has no name any more, and is known by the end of the id. */
export function nameOfActor(actor: string, name: string | null | undefined): string {
  if (name !== null && name !== undefined) return name;
  if (actor === 'system') return 'Rota itself';
  return actor.startsWith('cli:') ? `command line (${actor.slice('cli:'.length)})` : shortId(actor);
}
