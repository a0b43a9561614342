import { afterAll, beforeAll } from 'vitest'
import type { Harness } from './harness.ts'
import { endServer, settingsOf, startServer, type ServerProcess } from './server-process.ts'

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

/** Two server processes of which each may be killed, and is started again; one kill at a time. */
export function useKilledServers(harness: Pick<Harness, 'url' | 'env'>) {
  const servers: ServerProcess[] = useTwoServers(() => settingsOf(harness))
  let killing = Promise.resolve()
  const kill = (at: number): Promise<void> => {
    const before = killing
    const run = async () => {
      await before
      await endServer(servers[at]!, 'SIGKILL')
      servers[at] = await startServer(settingsOf(harness))
    }
    return (killing = run())
  }
  return { servers, kill }
}
