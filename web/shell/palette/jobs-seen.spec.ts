import { jobsSeen } from './jobs-seen';

const ID = '019f0000-0000-7000-8000-0000c22ebbc7';
const OTHER = '019f0000-0000-7000-8000-0000c22ebb00';

describe('a job by the end of its id', () => {
  it('is found among the rows of a list and on the page of a job, once', () => {
    const answers = [
      [['list'], { data: [{ id: OTHER }, { id: ID }] }],
      [['job'], { job: { id: ID } }],
      [['none'], undefined],
    ] as const;
    expect(jobsSeen(answers, 'c22ebbc7')).toEqual([ID]);
    expect(jobsSeen(answers, '…C22EBBC7')).toEqual([ID]);
    expect(jobsSeen(answers, 'ffffffff')).toEqual([]);
  });

  it('is not looked for by what is no end of an id', () => {
    expect(jobsSeen([[['list'], { data: [{ id: ID }] }]], 'jobs')).toEqual([]);
  });
});
