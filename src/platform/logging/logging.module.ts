import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { Log } from './log.js';
import { RequestLines } from './request-lines.js';

/** Our log for Nest: `PinoLogger` for whoever asks for it, and one line per request. */
@Module({})
export class LoggingModule {
  static register(log: Log): DynamicModule {
    return {
      module: LoggingModule,
      global: true,
      // Its middleware stays out: the lines of requests are our own.
      imports: [LoggerModule.forRoot({ pinoHttp: { logger: log.pino }, forRoutes: [] })],
      providers: [{ provide: Log, useValue: log }, RequestLines],
      exports: [Log],
    };
  }
}
