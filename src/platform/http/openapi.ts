import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { completeOperations } from './openapi-completion.js';

export const API_PREFIX = 'api/v1';
export const DOCS_PATH = `/${API_PREFIX}/docs`;
export const OPENAPI_PATH = `/${API_PREFIX}/openapi.json`;

/** Names of the security schemes, for the decorators of the routes. Both travel as `Authorization: Bearer …`. */
export const USER_SCHEME = 'bearer';
export const API_KEY_SCHEME = 'apiKey';

export interface OpenApiOptions {
  readonly version?: string;
  /** Base URLs without the prefix; the paths of the document carry it. */
  readonly servers?: readonly string[];
}

/** The OpenAPI 3.1 document of the routes of an application. */
export function buildOpenApi(app: NestFastifyApplication, options: OpenApiOptions = {}): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Rota')
    .setDescription('Distributed job scheduling on PostgreSQL. Errors are application/problem+json (RFC 9457).')
    .setVersion(options.version ?? '1')
    .setLicense('MIT', 'https://spdx.org/licenses/MIT.html')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'access token of a user' },
      USER_SCHEME,
    )
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'rota_…', description: 'API key of a project' },
      API_KEY_SCHEME,
    );
  for (const server of options.servers ?? ['/']) config.addServer(server);
  const document = SwaggerModule.createDocument(app, config.build(), {
    operationIdFactory: (_controller, method) => method,
  });
  completeOperations(document);
  return document;
}

/** Serves the document and its UI. The document is built at the first request: not every process is asked for it. */
export function serveOpenApi(app: NestFastifyApplication, options: OpenApiOptions = {}): void {
  SwaggerModule.setup(DOCS_PATH.slice(1), app, () => buildOpenApi(app, options), {
    jsonDocumentUrl: OPENAPI_PATH.slice(1),
    raw: ['json'],
    customSiteTitle: 'Rota API',
    swaggerOptions: { persistAuthorization: false, displayRequestDuration: true, tagsSorter: 'alpha' },
  });
}
