import type { ProblemResponse } from './generated/types.gen.ts';

/** What the api refused, or did not answer. `code` is stable: switch on it. */
export class RotaProblem extends Error {
  override readonly name = 'RotaProblem';

  /** `NO_RESPONSE` when nothing came back, `NO_PROBLEM` when what came back is not from Rota (a proxy's page). */
  readonly code: string;
  /** 0 without a response. */
  readonly status: number;
  readonly problem: ProblemResponse | undefined;

  constructor(code: string, status: number, detail: string, evidence: { problem?: ProblemResponse; cause?: unknown }) {
    super(`${code}: ${detail}`, { cause: evidence.cause });
    this.code = code;
    this.status = status;
    this.problem = evidence.problem;
  }
}

/** What an operation resolves with. */
export interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response?: Response | undefined;
}

/** The data of an answer: `await dataOf(jobsGet({ client, path }))`. @throws RotaProblem */
export async function dataOf<Data>(answer: Promise<Answer<Data>>): Promise<Exclude<Data, undefined>> {
  const { data, error, response } = await answer;
  if (error === undefined && response?.ok === true) return data as Exclude<Data, undefined>;
  if (response === undefined) throw new RotaProblem('NO_RESPONSE', 0, 'the api did not answer', { cause: error });
  if (!isProblem(error)) {
    throw new RotaProblem('NO_PROBLEM', response.status, `status ${response.status}`, { cause: error });
  }
  throw new RotaProblem(error.code, response.status, error.detail, { problem: error });
}

function isProblem(error: unknown): error is ProblemResponse {
  const { code, detail } = (error ?? {}) as Partial<ProblemResponse>;
  return typeof code === 'string' && typeof detail === 'string';
}
