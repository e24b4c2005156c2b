import { readMail } from './mail-message.mjs';

const mail = (lines: string[]) => readMail(Buffer.from(lines.join('\r\n'), 'utf8'));

describe('a caught mail', () => {
  it('shows subject, id and text', () => {
    const { subject, messageId, text } = mail(['Subject: Hello', 'Message-ID: <a@b>', '', 'first', 'second', '']);
    expect({ subject, messageId, text }).toEqual({ subject: 'Hello', messageId: '<a@b>', text: 'first\r\nsecond' });
  });

  it('decodes encoded words that are folded over lines', () => {
    expect(mail(['Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe_?=', ' =?UTF-8?B?YXVzIFJvdGE=?=', '', '']).subject).toBe(
      'Grüße aus Rota',
    );
  });

  it('decodes quoted-printable and base64 bodies', () => {
    expect(mail(['Content-Transfer-Encoding: quoted-printable', '', 'caf=C3=A9 =', 'au lait']).text).toBe(
      'café au lait',
    );
    expect(mail(['Content-Transfer-Encoding: base64', '', 'Y2Fmw6k=']).text).toBe('café');
  });

  it('without a body or without headers is shown all the same', () => {
    expect(mail(['Subject: only this']).subject).toBe('only this');
    expect(readMail(Buffer.from('')).text).toBe('');
  });
});
