-- What a page of one tenant costs must not depend on what others have. Both tables hold few rows beside their histories, and the
-- indexes are partial: a job that is due at once never enters the first, an open letter none of the others.
CREATE INDEX live_jobs_scheduled ON live_jobs (project_id, job_id) INCLUDE (queue_id) WHERE status = 'scheduled';
COMMENT ON INDEX live_jobs_scheduled IS 'list and count scheduled jobs of a project and its queues';
CREATE INDEX dead_letters_replayed ON dead_letters (project_id, id) WHERE replayed_at IS NOT NULL;
COMMENT ON INDEX dead_letters_replayed IS 'list the replayed letters of a project, newest first';
CREATE INDEX dead_letters_discarded ON dead_letters (project_id, id) WHERE discarded_at IS NOT NULL;
COMMENT ON INDEX dead_letters_discarded IS 'list the discarded letters of a project, newest first';
