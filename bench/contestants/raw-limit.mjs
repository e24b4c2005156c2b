import { inBench } from '../lab/paths.mjs';
import { Rota } from './rota.mjs';

/** What PostgreSQL can do with Rota's rows and statements when nothing else is done: no leases kept, no handlers looked up. */
export class RawLimit extends Rota {
  constructor(lab, options = {}) {
    super(lab, { name: 'limit', ...options });
    this.title = 'raw limit (bare pg script, same statements)';
  }

  get settings() {
    return 'two connections, claims and finishes of up to 1,000';
  }

  worker() {
    return {
      file: inBench('workers', 'raw-limit.mjs'),
      env: { DATABASE_URL: this.database.url },
    };
  }
}
