import { type Client, createClient, createConfig } from './generated/client/index.ts';

export type RotaClient = Client;

/** An access token of a user or an API key, without `Bearer`. */
type Token = string | undefined;

export interface RotaClientOptions {
  /** Where the api listens, without `/api/v1`: `https://rota.example.com`. */
  readonly baseUrl: string;
  /** An API key, or an access token that lives as long as this client does. */
  readonly token?: string;
  /** Asked before every request, for tokens that change. Wins over `token`. */
  readonly getToken?: () => Token | Promise<Token>;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the global one: for tests, proxies, or a limit of time of your own. */
  readonly fetch?: typeof fetch;
}

/** What the operations are called with: `jobsEnqueue({ client, path, body })`. Holds no connection and needs no closing. */
export function createRotaClient({ baseUrl, token, getToken, headers, fetch }: RotaClientOptions): RotaClient {
  const client = createClient(
    createConfig({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      ...(headers === undefined ? {} : { headers: { ...headers } }),
      ...(fetch === undefined ? {} : { fetch }),
    }),
  );
  // Here and not by the `auth` of the generated client, which asks once for every kind of credentials that would do.
  client.interceptors.request.use(async (request, { security = [] }) => {
    if (security.length === 0 || request.headers.has('authorization')) return request;
    const current = getToken === undefined ? token : await getToken();
    if (current !== undefined) request.headers.set('authorization', `Bearer ${current}`);
    return request;
  });
  return client;
}
