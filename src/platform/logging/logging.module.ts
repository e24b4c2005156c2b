import { type DynamicModule, Module } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoggerModule } from 'nestjs-pino';
import { Log } from './log.js';

/** pino-http hands its serializers a description that keeps the original as `raw`. */
const rawOf = <T>(described: T & { readonly raw?: T }): T => described.raw ?? described;

/** One line per request through the redacting log: method, path, status and time. Bodies, queries and headers are never logged. */
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
            serializers: {
              req: (request: IncomingMessage) => {
                const { method, url } = rawOf(request);
                return { method, path: url?.split('?', 1)[0] };
              },
              res: (response: ServerResponse) => ({ statusCode: rawOf(response).statusCode }),
            },
          },
        }),
      ],
      providers: [{ provide: Log, useValue: log }],
      exports: [Log],
    };
  }
}
