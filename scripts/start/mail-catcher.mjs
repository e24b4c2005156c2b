// An SMTP server that delivers nothing: it keeps the last mails and shows them.
import { SMTPServer } from 'smtp-server';
import { readBody, Recent, sendJson, serveLoopback } from './loopback-server.mjs';
import { readMail } from './mail-message.mjs';
import { showLine } from './terminal.mjs';

const KEPT_MAILS = 100;
const MAX_MAIL_BYTES = 5_242_880;

/** `GET /` on `listPort` lists the caught mails, newest last. */
export async function startMailCatcher({ smtpPort, listPort }) {
  const recent = new Recent(KEPT_MAILS);
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_MAIL_BYTES,
    closeTimeout: 500,
    onData: (stream, session, done) => {
      readBody(stream, MAX_MAIL_BYTES).then((raw) => {
        const mail = { receivedAt: new Date().toISOString(), ...envelopeOf(session), ...readMail(raw) };
        recent.add(mail);
        showLine('mail', `to ${mail.to.join(', ')}: ${mail.subject}`);
        done();
      }, done);
    },
  });
  server.on('error', (error) => showLine('mail', error.message)); // a client that breaks off is no reason to end
  await new Promise((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(smtpPort, '127.0.0.1', resolve);
  });
  const list = await serveLoopback(listPort, async (request, response) => {
    const isList = request.method === 'GET' && request.url?.split('?', 1)[0] === '/';
    sendJson(response, isList ? 200 : 404, isList ? recent : { error: 'GET / lists the mails' });
  });
  return {
    stop: async () => {
      await list.stop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function envelopeOf({ envelope }) {
  return { from: envelope.mailFrom?.address ?? '', to: envelope.rcptTo.map((recipient) => recipient.address) };
}
