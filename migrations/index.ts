import { Initial1764374400000 } from './1764374400000-initial.js';
import { TenantLists1764460800000 } from './1764460800000-tenant-lists.js';
import { OldestTransaction1795910400000 } from './1795910400000-oldest-transaction.js';
import { PackedCounts1796000400000 } from './1796000400000-packed-counts.js';
import { LongerNames1796000500000 } from './1796000500000-longer-names.js';

/** Every migration, oldest first. */
export const migrations = [
  Initial1764374400000,
  TenantLists1764460800000,
  OldestTransaction1795910400000,
  PackedCounts1796000400000,
  LongerNames1796000500000,
];

/** What they make, object by object: generated. */
export const schemaFile = new URL('./schema.json', import.meta.url);
