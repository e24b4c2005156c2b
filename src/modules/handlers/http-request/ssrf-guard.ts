import { classifyAddress } from './address-policy.js';
import { bareHost, isAllowedBy, parseAllowlistEntry, portOf } from './allowlist.js';
import type { AllowlistEntry } from './allowlist.js';
import { parseIpAddress } from './ip-address.js';
import type { HostResolver } from './host-resolver.js';
import { HttpRequestError, HttpRequestRefused } from './http-request.errors.js';

export interface CheckedTarget {
  url: URL;
  port: number;
  /** Every address of the host, all of them checked. Connect to these and to nothing that is resolved again. */
  addresses: readonly string[];
}

/**
 * Ports from 1024 on that belong to other protocols (mail, chat, databases, brokers, remote desktops) or to the control
 * planes of container platforms. Below 1024 only 80 and 443 are open: a line of HTTP sent to a mail, shell or printer port
 * can be read there as commands.
 */
const NON_HTTP_PORTS = new Set([
  1080, 1099, 1433, 1521, 1719, 1720, 1723, 1883, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190,
  4222, 5060, 5061, 5432, 5433, 5671, 5672, 5900, 6000, 6379, 6380, 6432, 6566, 6665, 6666, 6667, 6668, 6669, 6679,
  6697, 7199, 8125, 9042, 9092, 9160, 9300, 9418, 10_080, 10_250, 10_255, 11_211, 26_257, 26_379, 27_017, 27_018,
  27_019, 28_015, 55_432, 61_613, 61_616,
]);

/** Decides where `http_request` may connect. The only way out for a tenant's URL. */
export class SsrfGuard {
  private readonly allowlist: AllowlistEntry[];

  /** @throws Error if an entry of the allowlist cannot be read */
  constructor(
    allowlist: readonly string[],
    private readonly resolver: HostResolver,
  ) {
    this.allowlist = allowlist.map((text) => {
      const entry = parseAllowlistEntry(text);
      if (!entry) throw new Error(`not a host:port entry: ${text}`);
      return entry;
    });
  }

  /**
   * Checks scheme, user info and port, resolves the host and checks all its addresses. One bad address refuses the
   * target: a name that mixes public and private answers is an attack or a mistake, and the choice is not left to chance.
   *
   * @throws HttpRequestRefused; whatever the resolver throws
   */
  async check(url: URL): Promise<CheckedTarget> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new HttpRequestRefused('HTTP_SCHEME_FORBIDDEN', 'only http and https URLs can be requested');
    }
    if (url.username !== '' || url.password !== '') {
      throw new HttpRequestRefused('HTTP_CREDENTIALS_IN_URL', 'the URL must not carry a user name or password');
    }
    const host = bareHost(url);
    const port = portOf(url);
    const entries = this.allowlist.filter((entry) => entry.port === port && entry.host === host);
    if (entries.length === 0 && !isOpenPort(port)) {
      throw new HttpRequestRefused('HTTP_PORT_FORBIDDEN', `port ${port} is not open to http_request`);
    }
    const addresses = parseIpAddress(host) ? [host] : await this.resolver.resolve(host);
    if (addresses.length === 0) throw new HttpRequestError('HTTP_CONNECTION_FAILED', 'the host has no address');
    for (const address of addresses) this.checkAddress(address, entries);
    return { url, port, addresses };
  }

  private checkAddress(text: string, entries: readonly AllowlistEntry[]): void {
    const address = parseIpAddress(text);
    if (address && (classifyAddress(address) === 'public' || entries.some((entry) => isAllowedBy(entry, address))))
      return;
    // The address is not named: it would tell a tenant what the resolver inside our network knows.
    throw new HttpRequestRefused('HTTP_ADDRESS_FORBIDDEN', 'the host has an address that is not a public one');
  }
}

function isOpenPort(port: number): boolean {
  if (port === 80 || port === 443) return true;
  return port >= 1024 && port <= 65_535 && !NON_HTTP_PORTS.has(port);
}
