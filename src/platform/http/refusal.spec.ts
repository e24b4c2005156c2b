import { PROBLEM_CATALOGUE } from './problem-catalogue.js';
import { toProblem } from './problem.js';
import { refusalOf } from './refusal.js';

const fault = (code: string, pointer = '/payload/text') => ({ pointer, code, detail: `${pointer} is wrong` });

describe('what faults of fields become', () => {
  it.each(['IS_STRING', 'MAX_LENGTH', 'IS_CARD_NUMBER', 'REQUIRED', 'UNKNOWN_PROPERTY', 'TOO_MANY_ITEMS'])(
    'a single broken rule is VALIDATION_FAILED: %s',
    (code) => {
      expect(toProblem(refusalOf([fault(code)]))).toMatchObject({
        status: 422,
        code: 'VALIDATION_FAILED',
        detail: 'one field is not as required',
        errors: [fault(code)],
      });
    },
  );

  it('so are two', () => {
    const faults = [fault('IS_STRING'), fault('HANDLER_UNKNOWN', '/handler')];
    expect(refusalOf(faults)).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: '2 fields are not as required',
      faults,
    });
  });

  it('counts fields, not the rules that they break', () => {
    expect(refusalOf([fault('IS_STRING'), fault('MAX_LENGTH')]).message).toBe('one field is not as required');
  });

  it.each(['HANDLER_UNKNOWN', 'QUEUE_UNKNOWN', 'PAYLOAD_TOO_LARGE', 'TIMING_REQUIRED'])(
    'a single fault that the catalogue knows with 422 stands for itself: %s',
    (code) => {
      expect(toProblem(refusalOf([fault(code)]))).toMatchObject({ status: 422, code, errors: [fault(code)] });
    },
  );

  it('a rule that is called like a problem of another status does not pass for it', () => {
    expect(refusalOf([fault('NOT_FOUND')]).code).toBe('VALIDATION_FAILED');
  });

  it('no code of the catalogue, alone or twice, becomes a problem without a status', () => {
    for (const { code } of PROBLEM_CATALOGUE)
      for (const faults of [[fault(code)], [fault(code), fault(code)]]) {
        const problem = toProblem(refusalOf(faults));
        expect(PROBLEM_CATALOGUE.find((entry) => entry.code === problem.code)?.statuses).toContain(problem.status);
      }
  });
});
