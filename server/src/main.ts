import type pg from 'pg'
import { buildApp } from './app.ts'
import { listDemoAccounts } from './seed/logins.ts'
import { ensureFirstData } from './seed/first-start.ts'
import { ensureDemoFiles, updateTenants } from './seed/later-start.ts'
import { ensureOperator } from './seed/operator.ts'
import { readEnv } from './env.ts'
import { Changes } from './kernel/changes.ts'
import { startJobs } from './kernel/jobs.ts'
import { expectsOthers } from './kernel/reach.ts'
import { sealSecrets } from './kernel/seal-secrets.ts'
import { secretsOf } from './kernel/secrets.ts'
import { startUpkeep } from './kernel/upkeep.ts'
import { modules } from './modules.ts'
import { takeStorage } from './modules/files/index.ts'
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
    // Printed before anything else can fail: an administrator's initial password is shown only once.
    console.log(await ensureFirstData(database.pool, { demo: !process.argv.includes('--no-demo') }))
    console.log(await ensureOperator(database.pool))
    await updateTenants(database.pool)
    const lost = await sealSecrets(database.pool, secretsOf(env))
    await takeStorage(database.pool, env)
    await ensureDemoFiles(database.pool, env)
    const changes = new Changes()
    const app = await buildApp({ pool: database.pool, env, changes })
    stops.push(
      () => app.close(),
      startUpkeep(database.pool, env, modules, app.log),
      startJobs(database.pool, env, modules, app.log, { change: changes }),
      // The first to stop: windows come back to another process.
      () => Promise.resolve(changes.close()),
    )
    const warning = expectsOthers(env) ? await warningOfDemoAccounts(database.pool) : null
    await app.listen({ host: env.HOST, port: env.PORT })
    console.log(`\nHeliodesk 光伏运维管理平台  http://${env.HOST}:${env.PORT}/\n`)
    if (warning) console.warn(warning)
    if (lost > 0) console.warn(warningOfLostSecrets(lost))
  } catch (error) {
    console.error(explain(error, env.PORT))
    await stop(1)
  }
}

/** The header of the web client shows administrators the same warning. */
async function warningOfDemoAccounts(pool: pg.Pool): Promise<string | null> {
  const accounts = new Set((await listDemoAccounts(pool)).map(({ username }) => username))
  if (accounts.size === 0) return null
  return `
!!! 警告：服务对外开放，而 ${accounts.size} 个演示账号的密码人人皆知。请在“用户”中重置其密码或停用，正式使用请以 --no-demo 在新的数据目录启动。
!!! WARNING: this server is reachable from outside and ${accounts.size} demo accounts still have their public password.
`
}

/** The page of the platform's health says the same. */
const warningOfLostSecrets = (lost: number) => `
!!! 警告：有 ${lost} 个密钥（推送、消息通道）是用其他 SECRETS_KEY 加密的，无法读取：请恢复原来的 SECRETS_KEY 或 secrets.key（可放入 SECRETS_KEY_OLD），否则各公司须重新填写。
!!! WARNING: ${lost} secrets were sealed under another SECRETS_KEY and cannot be read: restore it, or have them entered anew.
`

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
