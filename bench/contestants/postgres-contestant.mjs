/**
 * What a measure asks of a contestant on PostgreSQL: `open` makes a fresh database with its schema, `fill` puts jobs there,
 * `worker` says how one worker process starts, `remaining` how many jobs are not recorded as done, `verify` throws unless the
 * run has done each job once, `close` throws all away.
 */
export class PostgresContestant {
  /** Slow ones are measured on a part of the jobs. */
  jobsShare = 1;

  constructor(lab, databaseName) {
    this.lab = lab;
    this.databaseName = databaseName;
  }

  get url() {
    return this.lab.url(this.databaseName);
  }

  async settle() {
    await this.lab.settle();
  }

  walBytes() {
    return this.lab.walBytes();
  }

  cpuSeconds() {
    return this.lab.cpuSeconds();
  }

  async scalar(text, values) {
    const { rows } = await this.client.query(text, values);
    return Object.values(rows[0])[0];
  }

  async openDatabase() {
    await this.lab.createDatabase(this.databaseName);
    this.client = await this.lab.connect(this.databaseName);
  }

  async close() {
    await this.client?.end();
    this.client = undefined;
    await this.lab.dropDatabase(this.databaseName);
  }
}
