// Runs the statements of a page as psql would: one after the other, and shows what they answer.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { Client } from 'pg';

const client = new Client({ connectionString: process.env.ROTA_DOCS_URL });
await client.connect();
try {
  for (const statement of readFileSync(process.argv[2], 'utf8').split(/;\s*$/m)) {
    if (statement.replaceAll(/--.*$/gm, '').trim() === '') continue;
    const { rows } = await client.query(statement);
    console.log(JSON.stringify(rows));
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await client.end();
}
