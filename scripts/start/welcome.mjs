// The last thing of a start: where everything is, and two jobs to try.

export function welcome({ ports, access, localFile }) {
  const api = `http://localhost:${ports.api}`;
  const lines = [
    '',
    `  admin app         http://localhost:${ports.web}`,
    `  REST interface    ${api}/api/v1`,
    `  documentation     ${api}/api/v1/docs`,
    `  webhook receiver  http://localhost:${ports.receiver}   lists the requests that came`,
    `  mail catcher      http://localhost:${ports.mail}   lists the mails that came`,
  ];
  if (access) lines.push(...demoLines({ api, ports, access }));
  lines.push('', `  All of this is in ${localFile} (yours alone to read). Ctrl-C drains and stops everything.`, '');
  return lines.join('\n');
}

function demoLines({ api, ports, access }) {
  return [
    '',
    `  demo login        ${access.email} / ${access.password ?? '(set when this database was seeded by another folder)'}`,
    `  project           ${access.projectId}`,
    `  API key           ${access.apiKey}`,
    '',
    '  Enqueue a job:',
    `    curl -s ${api}/api/v1/projects/${access.projectId}/jobs \\`,
    `      -H 'Authorization: Bearer ${access.apiKey}' -H 'Content-Type: application/json' \\`,
    `      -d '{"queue":"webhooks","handler":"http_request","payload":{"url":"http://localhost:${ports.receiver}/orders","method":"POST","body":{"orderId":4711}}}'`,
  ];
}
