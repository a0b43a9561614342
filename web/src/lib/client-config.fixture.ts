import type { ClientConfig } from '@heliodesk/contract/client-config.ts'
import { clientConfig } from './client-config.ts'

/** Sets the operator's settings as the server's /config.js does. */
export function configure(settings: Partial<ClientConfig>): void {
  delete window.__HELIODESK__
  window.__HELIODESK__ = { ...clientConfig(), ...settings }
}
