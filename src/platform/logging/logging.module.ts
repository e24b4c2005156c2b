import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { Log } from './log.js';

/** Nest's own messages and one line per request go through the same redacting log; bodies are never logged. */
@Module({})
export class LoggingModule {
  static register(log: Log): DynamicModule {
    return {
      module: LoggingModule,
      global: true,
      imports: [
        LoggerModule.forRoot({
          pinoHttp: {
            logger: log.pino,
            quietReqLogger: true,
            customLogLevel: (_request, response, error) =>
              error || response.statusCode >= 500 ? 'error' : response.statusCode >= 400 ? 'info' : 'debug',
            customSuccessObject: (request, response, fields) => ({
              ...fields,
              req: { method: request.method, path: request.url?.split('?', 1)[0] },
              res: { statusCode: response.statusCode },
            }),
            customErrorObject: (request, response, error, fields) => ({
              ...fields,
              err: error,
              req: { method: request.method, path: request.url?.split('?', 1)[0] },
              res: { statusCode: response.statusCode },
            }),
          },
        }),
      ],
      providers: [{ provide: Log, useValue: log }],
      exports: [Log],
    };
  }
}
