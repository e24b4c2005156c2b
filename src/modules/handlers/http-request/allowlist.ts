import { registerDecorator } from 'class-validator';
import { classifyAddress } from './address-policy.js';
import type { AddressKind } from './address-policy.js';
import { isSameAddress, parseIpAddress } from './ip-address.js';
import type { IpBytes } from './ip-address.js';

export interface AllowlistEntry {
  /** As the URL parser writes it (lower case, punycode, brackets off), without a trailing dot. */
  host: string;
  port: number;
  /** The bytes, if the entry names an address and not a name. */
  address: IpBytes | null;
}

/** Null if the text is not one host (name, IPv4, or IPv6 in brackets) and one port, such as `receiver.internal:8080`. */
export function parseAllowlistEntry(text: string): AllowlistEntry | null {
  const port = Number(/:(\d{1,5})$/.exec(text)?.[1] ?? Number.NaN);
  if (!(port >= 1 && port <= 65_535) || /[\s/?#@\\*]/.test(text)) return null;
  const url = URL.parse(`http://${text}/`);
  if (!url) return null;
  const host = bareHost(url);
  return { host, port, address: parseIpAddress(host) };
}

/** The host of a URL without brackets and trailing dot: `[::1]` gives `::1`, `localhost.` gives `localhost`. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/**
 * What an allowlist entry opens. A literal opens exactly that address. A name opens public and private addresses; loopback
 * only if it is a `localhost` name, and link-local (metadata services) never, so that whoever controls the name's DNS
 * gains no more than the operator gave.
 */
export function isAllowedBy(entry: AllowlistEntry, address: IpBytes): boolean {
  if (entry.address) return isSameAddress(entry.address, address);
  const kind: AddressKind = classifyAddress(address);
  if (kind === 'loopback') return isLocalhostName(entry.host);
  return kind === 'public' || kind === 'private';
}

/**
 * Static check for production: the entries that name loopback, private, link-local or reserved addresses, or `localhost`.
 *
 * @throws Error listing the entries, if there are any
 */
export function assertAllowlistForProduction(entries: readonly string[]): void {
  const refused = entries.filter((text) => {
    const entry = parseAllowlistEntry(text);
    if (!entry) return true;
    return entry.address ? classifyAddress(entry.address) !== 'public' : isLocalhostName(entry.host);
  });
  if (refused.length > 0) {
    throw new Error(`HTTP_HANDLER_ALLOWLIST may not name these in production: ${refused.join(', ')}`);
  }
}

/** class-validator rule: every element is an allowlist entry. */
export function IsAllowlistEntry() {
  return (target: object, propertyName: string): void => {
    registerDecorator({
      name: 'isAllowlistEntry',
      target: target.constructor,
      propertyName,
      options: { each: true },
      validator: {
        validate: (value: unknown) => typeof value === 'string' && parseAllowlistEntry(value) !== null,
        defaultMessage: () =>
          `${propertyName} must hold host:port entries, such as receiver.internal:8080 or [::1]:8080`,
      },
    });
  };
}

function isLocalhostName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}
