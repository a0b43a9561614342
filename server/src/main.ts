import { buildApp } from './app.ts'
import { listDemoLogins } from './seed/demo/logins.ts'
import { ensureFirstData } from './seed/first-start.ts'
import { readEnv } from './env.ts'
import { startJobs } from './kernel/jobs.ts'
import { startUpkeep } from './kernel/upkeep.ts'
import { modules } from './modules.ts'
import { openServerDatabase } from './platform/database.ts'

async function start() {
  const env = readEnv()
  const database = await openServerDatabase(env)
  const stops: (() => Promise<void>)[] = [() => database.close()]
  const stop = onceOnly(async (exitCode: number) => {
    for (const each of stops.toReversed())
      await each().catch((error: unknown) => console.error(explain(error)))
    process.exit(exitCode)
  })
  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))
  try {
    // Said before anything else can fail: an administrator's first password is told only once.
    console.log(await ensureFirstData(database.pool, { demo: !process.argv.includes('--no-demo') }))
    const app = await buildApp({ pool: database.pool, env })
    stops.push(
      () => app.close(),
      startUpkeep(database.pool, modules, app.log),
      startJobs(database.pool, modules, app.log),
    )
    await app.listen({ host: env.HOST, port: env.PORT })
    console.log(`\nHeliodesk 光伏运维管理平台  http://${env.HOST}:${env.PORT}/\n`)
    if (isOpenToOthers(env.HOST) && (await listDemoLogins(database.pool)).length > 0)
      console.warn(DEMO_WARNING)
  } catch (error) {
    console.error(explain(error, env.PORT))
    await stop(1)
  }
}

const DEMO_WARNING = `
!!! 警告：服务对外开放，而演示账号的密码人人皆知。请删除演示租户，或以 --no-demo 在新的数据目录启动。
!!! WARNING: this server is reachable from outside and has demo accounts with a public password.
`

const isOpenToOthers = (host: string) => !['127.0.0.1', '::1', 'localhost'].includes(host)

function onceOnly(action: (exitCode: number) => Promise<void>) {
  let called: Promise<void> | null = null
  return (exitCode: number) => (called ??= action(exitCode))
}

function explain(error: unknown, port?: number): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return `端口 ${port} 已被占用，请用 PORT 指定其他端口 (port ${port} is taken; set PORT)`
  if (code === 'EACCES' && port) return `没有权限监听端口 ${port} (no right to listen on port ${port})`
  const cause = error.cause instanceof Error ? `\n  ${error.cause.message}` : ''
  return `${error.message}${cause}`
}

try {
  await start()
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
