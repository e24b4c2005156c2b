-- 100,000 live jobs of four projects with five queues each, 50,000 finished ones, and a few workers: made of counters and hashes, so
-- that two seedings hold the same rows. Every state that a hot statement looks for is there, none in the majority but `queued`.
INSERT INTO organizations (id, name) VALUES (md5('organization')::uuid, 'Explain');
INSERT INTO projects (id, organization_id, name)
SELECT md5('project' || n)::uuid, md5('organization')::uuid, 'Project ' || n FROM generate_series(1, 4) n;
INSERT INTO queues (id, project_id, name, max_concurrency)
SELECT md5('queue' || p || '-' || q)::uuid, md5('project' || p)::uuid, 'queue-' || q, CASE WHEN q = 5 THEN 2000 END
FROM generate_series(1, 4) p, generate_series(1, 5) q;
INSERT INTO workers (id, host, pid, version, handlers, capacity)
SELECT md5('worker' || n)::uuid, 'host-' || n, n, '1', '{noop}', 24 FROM generate_series(1, 4) n;

CREATE TEMPORARY TABLE seeds ON COMMIT DROP AS
SELECT n,
       (lpad(to_hex(1760000000000 + n), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5('job' || n), 1, 15))::uuid AS id,
       md5('project' || (1 + n % 4))::uuid AS project_id,
       md5('queue' || (1 + n % 4) || '-' || (1 + n / 4 % 5))::uuid AS queue_id,
       ((n / 20) % 5 - 2)::smallint AS priority
FROM generate_series(1, 150000) n;

INSERT INTO jobs (id, project_id, queue_id, handler, payload, priority, created_at)
SELECT id, project_id, queue_id, 'noop', jsonb_build_object('text', repeat('x', 88)), priority, now() - (150000 - n) * interval '10 ms'
FROM seeds ORDER BY n;

INSERT INTO live_jobs (job_id, project_id, queue_id, run_at, status, priority, attempt, execution_seq, claimed_at, started_at,
                       lock_expires_at, lease_token, worker_id)
SELECT id, project_id, queue_id,
       now() + CASE WHEN n % 100 BETWEEN 90 AND 94 THEN interval '1 hour' ELSE interval '0' END - (150000 - n) * interval '10 ms',
       status, priority, attempt, attempt, since, CASE WHEN status = 'running' THEN since END, until, token, worker
FROM seeds
CROSS JOIN LATERAL (
  SELECT (CASE WHEN n % 100 < 85 THEN 'queued' WHEN n % 100 < 95 THEN 'scheduled' WHEN n % 100 < 98 THEN 'claimed' ELSE 'running' END)::live_status
    AS status
) s
CROSS JOIN LATERAL (
  SELECT CASE WHEN n % 100 >= 95 THEN 1 ELSE 0 END AS attempt, CASE WHEN n % 100 >= 95 THEN now() - interval '1 minute' END AS since,
         CASE WHEN n % 100 >= 95 THEN now() + CASE WHEN n % 1000 = 999 THEN interval '-1 second' ELSE interval '20 seconds' END END AS until,
         CASE WHEN n % 100 >= 95 THEN md5('token' || n)::uuid END AS token, CASE WHEN n % 100 >= 95 THEN md5('worker' || (1 + n % 4))::uuid END AS worker
) l
WHERE n > 50000 ORDER BY n;

INSERT INTO job_executions (job_id, execution_seq, attempt, project_id, queue_id, worker_id, lease_token, claimed_at, started_at, finished_at,
                            outcome, final_status)
SELECT id, 1, 1, project_id, queue_id, md5('worker' || (1 + n % 4))::uuid, md5('token' || n)::uuid, at, at, at,
       CASE WHEN n % 50 = 0 THEN 'cancelled' ELSE 'completed' END::execution_outcome,
       CASE WHEN n % 50 = 0 THEN 'cancelled' ELSE 'completed' END::final_status
FROM seeds CROSS JOIN LATERAL (SELECT now() - (150000 - n) * interval '10 ms' AS at) t
WHERE n <= 50000 ORDER BY n;
