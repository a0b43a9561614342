import { afterAll, beforeAll } from 'vitest'
import { endServer, startServer, type ServerProcess } from './server-process.ts'

/** Two server processes with the same settings, for the tests of one file. */
export function useTwoServers(settings: () => Record<string, string>): [ServerProcess, ServerProcess] {
  const servers: ServerProcess[] = []
  beforeAll(async () => {
    servers.push(await startServer(settings()), await startServer(settings()))
  }, 120_000)
  afterAll(() => Promise.all(servers.map((server) => endServer(server, 'SIGTERM'))))
  return servers as [ServerProcess, ServerProcess]
}
