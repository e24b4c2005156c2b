import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

export const API_PREFIX = 'api/v1';
export const DOCS_PATH = `/${API_PREFIX}/docs`;
export const OPENAPI_PATH = `/${API_PREFIX}/openapi.json`;

/** Names of the security schemes, for the decorators of the routes. Both travel as `Authorization: Bearer …`. */
export const USER_SCHEME = 'bearer';
export const API_KEY_SCHEME = 'apiKey';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

export interface OpenApiOptions {
  readonly version?: string;
  /** Base URLs without the prefix; the paths of the document carry it. */
  readonly servers?: readonly string[];
}

/** The OpenAPI 3.1 document of the routes of an application. Throws if two operations have one id: clients are generated from it. */
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
  const document = SwaggerModule.createDocument(app, config.build(), { operationIdFactory });
  assertUniqueOperationIds(document);
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

/** `JobsController.enqueue` → `jobsEnqueue`: unique as long as the controllers are. */
export function operationIdFactory(controllerKey: string, methodKey: string): string {
  const resource = controllerKey.replace(/Controller$/, '');
  return resource.charAt(0).toLowerCase() + resource.slice(1) + methodKey.charAt(0).toUpperCase() + methodKey.slice(1);
}

function assertUniqueOperationIds(document: OpenAPIObject): void {
  const seen = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operationId = item[method]?.operationId;
      if (operationId === undefined) continue;
      if (seen.has(operationId)) throw new Error(`two operations have the id ${operationId}; one is ${method} ${path}`);
      seen.add(operationId);
    }
  }
}
