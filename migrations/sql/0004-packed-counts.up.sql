-- The counts of a histogram as one number, ten decimal digits each: one sum() adds 55 of them. A page of 50 busy queues adds 6,000
-- histograms for its percentiles, which took 50 ms element by element. Null in rows that the build before has written.
ALTER TABLE queue_stats ADD COLUMN wait_packed numeric, ADD COLUMN run_packed numeric;
COMMENT ON COLUMN queue_stats.wait_packed IS 'wait_buckets as one number: bucket b counts in units of 10 to the power of 10 b';
COMMENT ON COLUMN queue_stats.run_packed IS 'run_buckets as one number';

CREATE FUNCTION rota_packed_counts(counts integer[]) RETURNS numeric
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT coalesce(sum((c.n || repeat('0', 10 * (c.position - 1)::int))::numeric), 0)
  FROM unnest(counts) WITH ORDINALITY c (n, position) WHERE c.n > 0
$$;
COMMENT ON FUNCTION rota_packed_counts IS 'counts of a histogram as one number, ten decimal digits each, the first the lowest';
