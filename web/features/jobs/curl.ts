/** A word that a POSIX shell takes as it is, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const apiUrl = (path: string): string => `$ROTA_URL/api/v1${path}`;

/** A request as a command. The key is a variable: what is copied gets pasted where others read. */
export function curlOf(method: string, path: string, body: string | undefined): string {
  const lines = [`curl -X ${method} "${apiUrl(path)}"`, `  -H "Authorization: Bearer $ROTA_API_KEY"`];
  if (body !== undefined) lines.push(`  -H 'Content-Type: application/json'`, `  -d ${quoted(body)}`);
  return lines.join(' \\\n');
}

export function firstJobCommand(projectId: string, queue: string): string {
  const body = JSON.stringify({ queue, handler: 'noop', payload: { note: 'hello' } });
  return curlOf('POST', `/projects/${projectId}/jobs`, body);
}

export function firstQueueCommand(projectId: string): string {
  return curlOf('POST', `/projects/${projectId}/queues`, JSON.stringify({ name: 'emails' }));
}
