/** Addresses that the environment names: GitHub's own, and that of a proxy on the way there. */
import { checkBypass } from '@actions/http-client/lib/proxy';
import { ConfigurationError } from '../model/errors.ts';

/** @throws ConfigurationError when it is not one of http or https; `name` is the variable that has it */
export function requireAddress(name: string, address: string): void {
  if (isHttp(URL.parse(address))) return;
  throw new ConfigurationError(`${name} is ${JSON.stringify(address)}; it must be an http(s) address`);
}

/**
 * Judges the proxy that the environment names for a destination. `@actions/http-client`, which finds it for all
 * requests, throws what says nothing, or takes it for none, when the variable cannot be read.
 * @throws ConfigurationError without the variable's value, which may hold a password
 */
export function requireProxy(destination: string): void {
  const { env } = process;
  const url = new URL(destination);
  const names = url.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const name = names.find((each) => env[each]);
  if (name === undefined || checkBypass(url)) return;
  const value = env[name] ?? '';
  const address = URL.parse(value) ?? (/^https?:/.test(value) ? null : URL.parse(`http://${value}`));
  if (isHttp(address) && isDecodable(`${address.username}${address.password}`)) return;
  throw new ConfigurationError(`${name} is not the address of a proxy: it must read like http://proxy.example:3128`);
}

function isHttp(url: URL | null): url is URL {
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '';
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
