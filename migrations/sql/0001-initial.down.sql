-- The role rota_app stays: it belongs to the whole cluster, and other databases may use it. Its grants go with the tables.
DROP FUNCTION rota_grant_application, rota_purge_jobs, rota_lock_free_jobs, rota_lock_jobs;
DROP VIEW job_statuses;
DROP TABLE queue_stats, worker_heartbeats, workers, schedule_runs, schedules, job_logs, dead_letters, idempotency_keys,
  job_executions, live_jobs, jobs, queues, audit_log, api_keys, project_secrets, enqueue_leases, projects, auth_attempts,
  password_resets, refresh_tokens, invitations, memberships, users, organizations;
DROP TYPE worker_state, schedule_run_outcome, overlap_policy, missed_policy, schedule_kind, dead_letter_reason, final_status,
  execution_outcome, live_status, retry_strategy, actor_kind, member_role;
