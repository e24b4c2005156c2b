// A handler that says as much as it may: the longest name, an error without a space, as many log lines as are kept.
import { JobHandler } from 'rota/handlers';
import { LONG, NAME_OF_HANDLER, RIGHT_TO_LEFT } from './long-texts.mjs';

class WordyPayload {
  fails;
}

class WordyError extends Error {
  name = LONG.slice(0, 200);
}

export class WordyHandler {
  async handle(payload, context) {
    for (let line = 0; line < 1_000; line += 1)
      context.log(line % 2 === 0 ? `${line} ${RIGHT_TO_LEFT}` : `${line}${LONG.slice(0, 400)}`);
    context.progress(50, LONG.slice(0, 200));
    if (payload.fails === true) throw new WordyError(LONG);
    return { result: LONG, [LONG.slice(0, 200)]: RIGHT_TO_LEFT };
  }
}

JobHandler(NAME_OF_HANDLER, {
  description: LONG.slice(0, 200),
  payload: WordyPayload,
  example: {},
  allowUnknownProperties: true,
})(WordyHandler);
