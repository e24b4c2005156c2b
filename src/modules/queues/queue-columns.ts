/** The columns of `queues` under the names of {@link QueueSettings}. */
export const QUEUE_COLUMNS = `
  id, project_id AS "projectId", name, description, paused_at AS "pausedAt", paused_reason AS "pausedReason",
  max_concurrency AS "maxConcurrency", retry_strategy AS "retryStrategy", retry_base_ms AS "retryBaseMs",
  retry_cap_ms AS "retryCapMs", retry_jitter AS "retryJitter", max_attempts AS "maxAttempts", timeout_ms AS "timeoutMs",
  max_lease_losses AS "maxLeaseLosses", retention_seconds AS "retentionSeconds",
  dead_letter_retention_seconds AS "deadLetterRetentionSeconds", version, created_at AS "createdAt", updated_at AS "updatedAt"`;
