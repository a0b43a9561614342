import { afterAll, beforeAll } from 'vitest'
import { endServer, startServer, type ServerProcess } from './server-process.ts'

/** Two server processes with the same settings, for the tests of one file. */
export function useTwoServers(
  settings: () => Record<string, string>,
  patienceMs = 120_000,
): [ServerProcess, ServerProcess] {
  const servers: ServerProcess[] = []
  beforeAll(async () => {
    servers.push(await startServer(settings()), await startServer(settings()))
  }, patienceMs)
  afterAll(() => Promise.all(servers.map((server) => endServer(server, 'SIGTERM'))))
  return servers as [ServerProcess, ServerProcess]
}
