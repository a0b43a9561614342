import { test } from './journey.ts'
import { startDemoServer, type DemoServer } from './demo-server.ts'

/** What the helpers of journeys read about the server. */
const told = ({ address, dataFolder, database, logins }: DemoServer) => ({
  HELIODESK_URL: address,
  HELIODESK_DATA_DIR: dataFolder,
  HELIODESK_DATABASE: database,
  HELIODESK_LOGINS: JSON.stringify(logins),
})

/** The journeys of this file have a server and a demo database of their own: what they change is everybody's. */
export function useOwnServer(settings: Record<string, string>): void {
  let server: DemoServer | null = null
  const before: Record<string, string | undefined> = {}
  test.use({ baseURL: ({ browserName: _browser }, use) => use(process.env.HELIODESK_URL) })
  test.beforeAll(async () => {
    test.setTimeout(240_000)
    server = await startDemoServer(() => settings)
    for (const [name, value] of Object.entries(told(server))) {
      before[name] = process.env[name]
      process.env[name] = value
    }
  })
  test.afterAll(async () => {
    Object.assign(process.env, before)
    await server?.stop()
  })
}
