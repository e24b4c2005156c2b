DROP INDEX dead_letters_discarded;
DROP INDEX dead_letters_replayed;
DROP INDEX live_jobs_scheduled;
