-- Initial schema. Three lives, three tables: what a job is (jobs), where it stands (live_jobs), what happened (job_executions).
-- Every comparison with "now" is made by this database's clock.

CREATE TYPE member_role AS ENUM ('owner', 'admin', 'member', 'viewer');
CREATE TYPE actor_kind AS ENUM ('user', 'api_key', 'system');
CREATE TYPE retry_strategy AS ENUM ('fixed', 'linear', 'exponential');
CREATE TYPE live_status AS ENUM ('scheduled', 'queued', 'claimed', 'running');
CREATE TYPE execution_outcome AS ENUM ('completed', 'failed', 'timed_out', 'lease_expired', 'released', 'cancelled');
CREATE TYPE final_status AS ENUM ('completed', 'cancelled', 'dead_letter');
CREATE TYPE dead_letter_reason AS ENUM ('attempts_exhausted', 'not_retryable', 'worker_lost');
CREATE TYPE schedule_kind AS ENUM ('cron', 'interval', 'once');
CREATE TYPE missed_policy AS ENUM ('skip', 'all', 'none');
CREATE TYPE overlap_policy AS ENUM ('allow', 'skip');
CREATE TYPE schedule_run_outcome AS ENUM ('enqueued', 'skipped_overlap', 'skipped_missed', 'failed');
CREATE TYPE worker_state AS ENUM ('live', 'draining', 'stopped', 'dead');

-- Tenancy ------------------------------------------------------------------------------------------------------------

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  password_hash text NOT NULL,
  is_operator boolean NOT NULL DEFAULT false,
  session_version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
COMMENT ON INDEX users_email IS 'login: one account per address, whatever its case';

CREATE TABLE memberships (
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role member_role NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);
COMMENT ON INDEX memberships_user IS 'access guard and /me: the memberships of a user';

CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  role member_role NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  invited_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz
);
CREATE INDEX invitations_organization ON invitations (organization_id);
COMMENT ON INDEX invitations_organization IS 'list invitations of an organization; cascade';

-- One row per sign-in (a token family). The current token is HMAC(secret, id, counter), so a successor can be issued again
-- within the grace window without being stored; only its hash is kept.
CREATE TABLE refresh_tokens (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  counter integer NOT NULL DEFAULT 0 CHECK (counter >= 0),
  token_hash bytea NOT NULL,
  session_version integer NOT NULL,
  user_agent text,
  ip inet,
  created_at timestamptz NOT NULL DEFAULT now(),
  rotated_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
COMMENT ON INDEX refresh_tokens_user IS 'sessions of a user; cut all on password change';

-- Links to set a new password. Only a hash is kept; using one, or changing the password otherwise, ends all of the user.
CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX password_resets_user ON password_resets (user_id);
COMMENT ON INDEX password_resets_user IS 'end the links of a user; cascade';

-- Attempts to sign in (or at another secret) that have not succeeded. One row per attempt and subject: written before the secret
-- is checked and deleted when it was right, so that an attempt whose process died counts as failed.
CREATE TABLE auth_attempts (
  id uuid NOT NULL,
  -- 'ip:<address or IPv6 network>' or 'account:<hash of the e-mail address>': what people type here may be a password.
  subject text NOT NULL CHECK (octet_length(subject) <= 100),
  attempted_at timestamptz NOT NULL DEFAULT now(),
  failed_at timestamptz,
  PRIMARY KEY (subject, id)
);
CREATE INDEX auth_attempts_time ON auth_attempts (attempted_at);
COMMENT ON INDEX auth_attempts_time IS 'forget attempts that no longer count';

CREATE TABLE projects (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  enqueue_limit_per_minute integer CHECK (enqueue_limit_per_minute > 0),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX projects_name ON projects (organization_id, name) WHERE deleted_at IS NULL;
COMMENT ON INDEX projects_name IS 'unique project name in an organization; list projects';

-- How many enqueues of the minute the api processes have taken, block by block: one write per block, so the row is never hot.
CREATE TABLE enqueue_leases (
  project_id uuid PRIMARY KEY REFERENCES projects ON DELETE CASCADE,
  minute timestamptz NOT NULL,
  limit_per_minute integer NOT NULL,
  leased integer NOT NULL,
  granted integer NOT NULL
) WITH (fillfactor = 50);
COMMENT ON COLUMN enqueue_leases.granted IS 'what the last statement got: the answer of an upsert cannot show the old row';

-- Values are AES-256-GCM under SECRETS_KEY. Two rows of the signing secret may be valid at once during a rotation.
CREATE TABLE project_secrets (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL CHECK (name ~ '^[A-Za-z][A-Za-z0-9_.-]{0,63}$'),
  ciphertext bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  retires_at timestamptz
);
CREATE UNIQUE INDEX project_secrets_name ON project_secrets (project_id, name) WHERE retires_at IS NULL;
COMMENT ON INDEX project_secrets_name IS 'one current value per name; the values of a project';

CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  prefix text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0 AND scopes <@ ARRAY['enqueue', 'read', 'manage', 'worker']),
  created_by uuid REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_keys_project ON api_keys (project_id, id);
COMMENT ON INDEX api_keys_project IS 'list the keys of a project; cascade';

CREATE TABLE audit_log (
  id uuid PRIMARY KEY,
  organization_id uuid,
  project_id uuid,
  actor_kind actor_kind NOT NULL,
  actor_id uuid,
  action text NOT NULL,
  target_kind text NOT NULL,
  target_id text,
  before jsonb,
  after jsonb,
  reason text,
  request_id text,
  ip inet,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_log_project ON audit_log (project_id, id);
COMMENT ON INDEX audit_log_project IS 'list the audit entries of a project, newest first';
CREATE INDEX audit_log_organization ON audit_log (organization_id, id);
COMMENT ON INDEX audit_log_organization IS 'list the audit entries of an organization, newest first';

-- Queues -------------------------------------------------------------------------------------------------------------

CREATE TABLE queues (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  name text NOT NULL CHECK (name ~ '^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$'),
  description text CHECK (char_length(description) <= 500),
  paused_at timestamptz,
  paused_reason text CHECK (char_length(paused_reason) <= 500),
  max_concurrency integer CHECK (max_concurrency BETWEEN 1 AND 100000),
  retry_strategy retry_strategy NOT NULL DEFAULT 'exponential',
  retry_base_ms integer NOT NULL DEFAULT 1000 CHECK (retry_base_ms BETWEEN 1 AND 86400000),
  retry_cap_ms integer NOT NULL DEFAULT 3600000 CHECK (retry_cap_ms BETWEEN 1 AND 604800000),
  retry_jitter boolean NOT NULL DEFAULT true,
  max_attempts integer NOT NULL DEFAULT 5 CHECK (max_attempts BETWEEN 1 AND 1000),
  timeout_ms integer NOT NULL DEFAULT 300000 CHECK (timeout_ms BETWEEN 100 AND 86400000),
  max_lease_losses integer NOT NULL DEFAULT 3 CHECK (max_lease_losses BETWEEN 0 AND 100),
  retention_seconds integer NOT NULL DEFAULT 604800 CHECK (retention_seconds BETWEEN 60 AND 315360000),
  dead_letter_retention_seconds integer NOT NULL DEFAULT 2592000 CHECK (dead_letter_retention_seconds BETWEEN 60 AND 315360000),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK (paused_at IS NOT NULL OR paused_reason IS NULL),
  CHECK (retry_cap_ms >= retry_base_ms)
);
CREATE UNIQUE INDEX queues_name ON queues (project_id, name) WHERE deleted_at IS NULL;
COMMENT ON INDEX queues_name IS 'queue by name at enqueue; list queues';

-- Jobs: inserted once, never updated ---------------------------------------------------------------------------------

CREATE TABLE jobs (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL,
  queue_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  slot timestamptz,
  schedule_id uuid,
  replay_of uuid,
  timeout_ms integer CHECK (timeout_ms BETWEEN 100 AND 86400000),
  max_attempts integer CHECK (max_attempts BETWEEN 1 AND 1000),
  priority smallint NOT NULL DEFAULT 0 CHECK (priority BETWEEN -100 AND 100),
  handler text NOT NULL CHECK (octet_length(handler) BETWEEN 1 AND 64),
  -- The api takes 64 KiB of compact JSON. The stored text may be longer (1e300 becomes 301 digits): this is the last word.
  payload jsonb NOT NULL CONSTRAINT jobs_payload_bytes CHECK (octet_length(payload::text) <= 131072),
  labels jsonb CONSTRAINT jobs_labels_bytes CHECK (octet_length(labels::text) <= 8192),
  created_by text CHECK (octet_length(created_by) <= 64),
  traceparent text CHECK (octet_length(traceparent) <= 64)
);
CREATE INDEX jobs_project ON jobs (project_id, id);
COMMENT ON INDEX jobs_project IS 'list jobs of a project, newest first';
CREATE INDEX jobs_queue ON jobs (queue_id, id);
COMMENT ON INDEX jobs_queue IS 'list jobs of a queue, newest first; retention walks a queue from its oldest job';

-- Where a job stands. Not null while it is not terminal; the only table that is updated per attempt.
CREATE TABLE live_jobs (
  job_id uuid PRIMARY KEY,
  project_id uuid NOT NULL,
  queue_id uuid NOT NULL,
  run_at timestamptz NOT NULL,
  claimed_at timestamptz,
  started_at timestamptz,
  lock_expires_at timestamptz,
  cancel_requested_at timestamptz,
  lease_token uuid,
  worker_id uuid,
  schedule_id uuid,
  status live_status NOT NULL,
  attempt integer NOT NULL DEFAULT 0,
  execution_seq integer NOT NULL DEFAULT 0,
  lease_losses integer NOT NULL DEFAULT 0,
  priority smallint NOT NULL DEFAULT 0,
  progress jsonb,
  CONSTRAINT live_jobs_counters CHECK (attempt >= 0 AND lease_losses >= 0 AND execution_seq >= attempt),
  -- A lease exists exactly while the row is claimed or running: leased rows are found by job_id and lease_token alone.
  CONSTRAINT live_jobs_state CHECK (
    CASE WHEN status IN ('claimed', 'running')
      THEN lease_token IS NOT NULL AND worker_id IS NOT NULL AND claimed_at IS NOT NULL AND lock_expires_at IS NOT NULL
           AND (status = 'running') = (started_at IS NOT NULL)
      ELSE lease_token IS NULL AND worker_id IS NULL AND claimed_at IS NULL AND lock_expires_at IS NULL
           AND started_at IS NULL AND cancel_requested_at IS NULL
    END)
) WITH (
  -- Room for one HOT version per page row; vacuum by dead rows in absolute numbers: a queue table is small and churns.
  fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0.0,
  autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0.0,
  autovacuum_vacuum_insert_threshold = 10000,
  autovacuum_analyze_scale_factor = 0.0,
  autovacuum_analyze_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX live_jobs_claim ON live_jobs (queue_id, priority DESC, run_at, job_id) WHERE status = 'queued';
COMMENT ON INDEX live_jobs_claim IS 'claim-jobs, discover-queues: the ORDER BY of the claim term for term, so no Sort';
CREATE INDEX live_jobs_due ON live_jobs (run_at) WHERE status = 'scheduled';
COMMENT ON INDEX live_jobs_due IS 'promote-jobs: what is due, and when the next one is';
CREATE INDEX live_jobs_in_flight ON live_jobs (queue_id, worker_id) WHERE status IN ('claimed', 'running');
COMMENT ON INDEX live_jobs_in_flight IS 'claim-limited-jobs (count), find-expired-leases, worker pages';
CREATE INDEX live_jobs_schedule ON live_jobs (schedule_id) WHERE schedule_id IS NOT NULL;
COMMENT ON INDEX live_jobs_schedule IS 'materialize: is a job of this schedule still live (overlap = skip)?';

-- What happened: one row per attempt, inserted when it ends, never updated.
CREATE TABLE job_executions (
  job_id uuid NOT NULL,
  execution_seq integer NOT NULL,
  attempt integer NOT NULL CHECK (attempt >= 0),
  project_id uuid NOT NULL,
  queue_id uuid NOT NULL,
  worker_id uuid,
  lease_token uuid,
  -- Since when the job was due; null when it ended without an attempt. claimed_at - due_at is its wait.
  due_at timestamptz,
  claimed_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz NOT NULL,
  outcome execution_outcome NOT NULL,
  final_status final_status,
  attempt_refunded boolean NOT NULL DEFAULT false,
  error jsonb,
  result jsonb,
  PRIMARY KEY (job_id, execution_seq)
) WITH (
  -- Append-only: vacuum only has to freeze and set the visibility map, so it may come late.
  autovacuum_vacuum_insert_scale_factor = 0.1,
  autovacuum_analyze_scale_factor = 0.05
);
CREATE INDEX job_executions_terminal ON job_executions (project_id, final_status, job_id) WHERE final_status IS NOT NULL;
COMMENT ON INDEX job_executions_terminal IS 'list completed and cancelled jobs of a project, newest first';
CREATE INDEX job_executions_finished ON job_executions USING brin (finished_at) WITH (pages_per_range = 16);
COMMENT ON INDEX job_executions_finished IS 'roll-up-queue-stats: the executions of the last five minutes of an append-only table';

CREATE TABLE idempotency_keys (
  queue_id uuid NOT NULL,
  key text NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 255),
  request_hash bytea NOT NULL,
  job_id uuid NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (queue_id, key)
);

CREATE TABLE dead_letters (
  id uuid PRIMARY KEY,
  job_id uuid NOT NULL,
  project_id uuid NOT NULL,
  queue_id uuid NOT NULL,
  handler text NOT NULL,
  payload jsonb NOT NULL,
  labels jsonb,
  priority smallint NOT NULL,
  max_attempts integer,
  timeout_ms integer,
  schedule_id uuid,
  slot timestamptz,
  traceparent text,
  created_by text,
  job_created_at timestamptz NOT NULL,
  reason dead_letter_reason NOT NULL,
  error jsonb,
  attempt integer NOT NULL,
  lease_losses integer NOT NULL,
  last_execution_seq integer NOT NULL,
  replay_count integer NOT NULL DEFAULT 0 CHECK (replay_count >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  replayed_at timestamptz,
  discarded_at timestamptz,
  CHECK (replayed_at IS NULL OR discarded_at IS NULL)
);
CREATE INDEX dead_letters_open ON dead_letters (project_id, id) WHERE replayed_at IS NULL AND discarded_at IS NULL;
COMMENT ON INDEX dead_letters_open IS 'list and count the open letters of a project';
CREATE INDEX dead_letters_job ON dead_letters (job_id);
COMMENT ON INDEX dead_letters_job IS 'the letters of a job: replay count at its next death, replay by job';

CREATE TABLE job_logs (
  job_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  execution_seq integer NOT NULL,
  logged_at timestamptz NOT NULL DEFAULT now(),
  message text NOT NULL CHECK (octet_length(message) <= 16384),
  data jsonb,
  PRIMARY KEY (job_id, id)
);

-- Schedules ----------------------------------------------------------------------------------------------------------

CREATE TABLE schedules (
  id uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
  queue_id uuid NOT NULL REFERENCES queues ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  kind schedule_kind NOT NULL,
  cron text CHECK (char_length(cron) <= 256),
  interval_ms bigint CHECK (interval_ms BETWEEN 1000 AND 315360000000),
  once_at timestamptz,
  time_zone text NOT NULL DEFAULT 'UTC',
  handler text NOT NULL,
  payload jsonb NOT NULL CHECK (octet_length(payload::text) <= 131072),
  priority smallint NOT NULL DEFAULT 0 CHECK (priority BETWEEN -100 AND 100),
  max_attempts integer CHECK (max_attempts BETWEEN 1 AND 1000),
  timeout_ms integer CHECK (timeout_ms BETWEEN 100 AND 86400000),
  labels jsonb,
  missed_policy missed_policy NOT NULL DEFAULT 'skip',
  missed_cap integer NOT NULL DEFAULT 100 CHECK (missed_cap BETWEEN 1 AND 10000),
  overlap_policy overlap_policy NOT NULL DEFAULT 'allow',
  jitter_ms integer NOT NULL DEFAULT 0 CHECK (jitter_ms BETWEEN 0 AND 3600000),
  start_at timestamptz,
  end_at timestamptz,
  paused_at timestamptz,
  paused_reason text CHECK (char_length(paused_reason) <= 500),
  -- The next slot, null when there is none. The only truth of when this fires; advanced in the transaction that fires it.
  next_slot_at timestamptz,
  last_slot_at timestamptz,
  created_by text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK ((kind = 'cron') = (cron IS NOT NULL)),
  CHECK ((kind = 'interval') = (interval_ms IS NOT NULL)),
  CHECK ((kind = 'once') = (once_at IS NOT NULL)),
  CHECK (end_at IS NULL OR start_at IS NULL OR end_at > start_at)
);
CREATE UNIQUE INDEX schedules_name ON schedules (project_id, name) WHERE deleted_at IS NULL;
COMMENT ON INDEX schedules_name IS 'unique schedule name in a project; list schedules';
CREATE INDEX schedules_due ON schedules (next_slot_at) WHERE next_slot_at IS NOT NULL AND paused_at IS NULL AND deleted_at IS NULL;
COMMENT ON INDEX schedules_due IS 'lock-due-schedules, next-slot-due';
CREATE INDEX schedules_queue ON schedules (queue_id);
COMMENT ON INDEX schedules_queue IS 'schedules of a queue; cascade';

-- What became of each slot: at most one row, hence at most one job, per slot whatever the number of schedulers.
-- A skipped range is one row at its first slot, with its last slot and their number.
CREATE TABLE schedule_runs (
  schedule_id uuid NOT NULL REFERENCES schedules ON DELETE CASCADE,
  slot timestamptz NOT NULL,
  outcome schedule_run_outcome NOT NULL,
  job_id uuid,
  skipped_until timestamptz,
  skipped_count integer,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (schedule_id, slot),
  CHECK ((outcome = 'enqueued') = (job_id IS NOT NULL))
);

-- Workers ------------------------------------------------------------------------------------------------------------

-- One row per boot of a worker process: identity is the boot, never the host name or the pid.
CREATE TABLE workers (
  id uuid PRIMARY KEY,
  host text NOT NULL,
  pid integer NOT NULL,
  version text NOT NULL,
  queues text[],
  handlers text[] NOT NULL,
  capacity integer NOT NULL,
  in_flight integer NOT NULL DEFAULT 0,
  state worker_state NOT NULL DEFAULT 'live',
  started_at timestamptz NOT NULL DEFAULT now(),
  last_heartbeat_at timestamptz NOT NULL DEFAULT now(),
  stopped_at timestamptz
) WITH (fillfactor = 50);
COMMENT ON COLUMN workers.last_heartbeat_at IS 'kept on the row on purpose: the sweep must not take the maximum of a growing table';

CREATE TABLE worker_heartbeats (
  worker_id uuid NOT NULL REFERENCES workers ON DELETE CASCADE,
  beat_at timestamptz NOT NULL DEFAULT now(),
  in_flight integer NOT NULL,
  event_loop_lag_ms integer NOT NULL,
  rss_bytes bigint NOT NULL,
  PRIMARY KEY (worker_id, beat_at)
);

-- Minute roll-ups of the executions. Latencies are counts per bucket of a fixed logarithmic scale, so that minutes can be added.
CREATE TABLE queue_stats (
  queue_id uuid NOT NULL,
  minute timestamptz NOT NULL,
  project_id uuid NOT NULL,
  completed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  timed_out integer NOT NULL DEFAULT 0,
  cancelled integer NOT NULL DEFAULT 0,
  released integer NOT NULL DEFAULT 0,
  lease_expired integer NOT NULL DEFAULT 0,
  dead_lettered integer NOT NULL DEFAULT 0,
  wait_buckets integer[] NOT NULL,
  run_buckets integer[] NOT NULL,
  PRIMARY KEY (queue_id, minute)
);

-- The one place that says what the status of a job is: its live row's, else the final status of its last execution.
CREATE VIEW job_statuses AS
SELECT j.id AS job_id, j.project_id, j.queue_id,
       coalesce(l.status::text, e.final_status::text) AS status,
       l.job_id IS NOT NULL AS is_live,
       coalesce(l.execution_seq, e.execution_seq) AS execution_seq,
       coalesce(l.attempt, e.attempt) AS attempt
FROM jobs j
LEFT JOIN live_jobs l ON l.job_id = j.id
LEFT JOIN LATERAL (
  SELECT x.final_status, x.execution_seq, x.attempt FROM job_executions x
  WHERE x.job_id = j.id ORDER BY x.execution_seq DESC LIMIT 1
) e ON l.job_id IS NULL;

-- Database roles -----------------------------------------------------------------------------------------------------
-- The owner of these tables migrates. The processes may connect as a member of rota_app, which can neither change the schema nor
-- rewrite history: no UPDATE and no DELETE on jobs, job_executions, job_logs and audit_log. What retention must still do there
-- goes through functions that run as the owner and look at the rules themselves.

CREATE FUNCTION rota_lock_jobs(job_ids uuid[]) RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT j.id
  FROM (SELECT DISTINCT u.id FROM unnest(job_ids) AS u (id) ORDER BY u.id) i
  CROSS JOIN LATERAL (SELECT x.id FROM jobs x WHERE x.id = i.id FOR UPDATE) j
$$;
COMMENT ON FUNCTION rota_lock_jobs IS 'locks jobs in id order (FOR UPDATE needs a right that rota_app has not); answers which are there';

CREATE FUNCTION rota_lock_free_jobs(job_ids uuid[]) RETURNS SETOF uuid
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT j.id
  FROM (SELECT DISTINCT u.id FROM unnest(job_ids) AS u (id) ORDER BY u.id) i
  CROSS JOIN LATERAL (SELECT x.id FROM jobs x WHERE x.id = i.id FOR UPDATE SKIP LOCKED) j
$$;
COMMENT ON FUNCTION rota_lock_free_jobs IS 'the same, without those that somebody else holds';

-- Whatever it is asked for, it takes no job that is alive, and none that has not ended while its queue exists. (When a job has been
-- over for long enough is up to the queue's retention, a setting that the processes may change anyway.)
CREATE FUNCTION rota_purge_jobs(job_ids uuid[]) RETURNS integer
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH doomed AS MATERIALIZED (
    SELECT j.id
    FROM (SELECT DISTINCT u.id FROM unnest(job_ids) AS u (id)) i
    CROSS JOIN LATERAL (SELECT x.id, x.queue_id FROM jobs x WHERE x.id = i.id LIMIT 1) j
    WHERE NOT EXISTS (SELECT 1 FROM live_jobs l WHERE l.job_id = j.id)
      AND ((SELECT e.final_status IS NOT NULL FROM job_executions e WHERE e.job_id = j.id ORDER BY e.execution_seq DESC LIMIT 1) IS TRUE
        OR NOT EXISTS (
          SELECT 1 FROM queues q JOIN projects p ON p.id = q.project_id
          WHERE q.id = j.queue_id AND q.deleted_at IS NULL AND p.deleted_at IS NULL))
  ),
  executions AS (
    DELETE FROM job_executions e WHERE e.job_id = ANY (ARRAY (SELECT d.id FROM doomed d))
  ),
  logs AS (
    DELETE FROM job_logs g WHERE g.job_id = ANY (ARRAY (SELECT d.id FROM doomed d))
  ),
  keys AS (
    DELETE FROM idempotency_keys k WHERE k.job_id = ANY (ARRAY (SELECT d.id FROM doomed d))
  ),
  gone AS (
    DELETE FROM jobs j WHERE j.id = ANY (ARRAY (SELECT d.id FROM doomed d))
  )
  SELECT count(*)::integer FROM doomed
$$;
COMMENT ON FUNCTION rota_purge_jobs IS 'deletes jobs that have ended, with executions, logs and idempotency keys';

-- Roles belong to the whole cluster: another database may be making or using the same one at this moment, so it is made if it is
-- missing, and no migration ever drops it. Who may not make roles makes rota_app beforehand, or calls this function afterwards.
CREATE FUNCTION rota_grant_application() RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp
AS $$
DECLARE
  may_create boolean := (SELECT r.rolsuper OR r.rolcreaterole FROM pg_roles r WHERE r.rolname = current_user);
BEGIN
  IF may_create AND NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'rota_app') THEN
    BEGIN
      CREATE ROLE rota_app NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- made for another database in this instant
    END;
  END IF;
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'rota_app') THEN
    RAISE NOTICE 'there is no role rota_app and % may not create it: connect as the owner, or create it and call rota_grant_application()',
      current_user;
    RETURN false;
  END IF;

  GRANT SELECT ON
    migrations, organizations, users, memberships, invitations, refresh_tokens, password_resets, auth_attempts, projects, enqueue_leases,
    project_secrets, api_keys, audit_log, queues, jobs, live_jobs, job_executions, idempotency_keys, dead_letters, job_logs, schedules,
    schedule_runs, workers, worker_heartbeats, queue_stats, job_statuses TO rota_app;
  GRANT INSERT ON jobs, job_executions, job_logs, audit_log, idempotency_keys TO rota_app;
  GRANT INSERT, UPDATE, DELETE ON
    organizations, users, memberships, invitations, refresh_tokens, password_resets, auth_attempts, projects, enqueue_leases,
    project_secrets, api_keys, queues, live_jobs, dead_letters, schedules, schedule_runs, workers, worker_heartbeats, queue_stats TO rota_app;
  GRANT EXECUTE ON FUNCTION rota_lock_jobs(uuid[]), rota_lock_free_jobs(uuid[]), rota_purge_jobs(uuid[]) TO rota_app;
  RETURN true;
END
$$;
COMMENT ON FUNCTION rota_grant_application IS 'makes the role rota_app if it may, and gives it what the processes need; repeatable';

REVOKE EXECUTE ON FUNCTION rota_lock_jobs(uuid[]), rota_lock_free_jobs(uuid[]), rota_purge_jobs(uuid[]) FROM PUBLIC;
SELECT rota_grant_application();
