// The operations and types of the TypeScript client, from an OpenAPI document.
import { createClient } from '@hey-api/openapi-ts';

/** Writes the generated part of the client into `folder`. Relative imports end in `.ts`: the sources run as they are. */
export async function generateClient(document, folder) {
  await createClient({
    input: document,
    output: { path: folder, importFileExtension: '.ts' },
    logs: { level: 'silent' },
    plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  });
}
