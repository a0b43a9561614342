import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encryptPoint } from '@heliodesk/server/modules/captcha/answer.ts'
import { callApi } from './call.ts'
import { answerOf } from './captcha-answer.ts'

type DemoLogin = { tenant: string; role: string; username: string; password: string }

export type Credentials = { username: string; password: string }

const demoLogins = () => JSON.parse(process.env.HELIODESK_LOGINS!) as DemoLogin[]

/** The demo account of a role, in the main demo tenant unless another is named. */
export function demoLogin(role: string, tenant = '示范光伏'): Credentials {
  const login = demoLogins().find((each) => each.tenant === tenant && each.role === role)
  if (!login) throw new Error(`no demo login for ${role} of ${tenant}`)
  return login
}

/** The operator of the platform, whose account the console prints. */
export const operatorLogin = (): Credentials => ({ ...demoLogin('admin'), username: 'operator' })

/** What a sign-in returns and the web client stores. */
export type Session = {
  token: string
  userInfo: { tenantId: string; realname: string; phone: string | null }
  sysAllDictItems: object
}

/**
 * The session of an account, opened without a browser. A demo account has one for all journeys of a run; accounts
 * created by a journey get a new one with each call.
 */
export async function sessionOf(credentials: Credentials): Promise<Session> {
  const file = keptSession(credentials)
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Session
  const session = await openPreparedSession(credentials)
  if (file !== undefined) keep(session, file)
  return session
}

/** Signs in with a password and a solved captcha, as a program does. */
export async function openSession({ username, password }: Credentials): Promise<Session> {
  const { token, secretKey } = await callApi<{ token: string; secretKey: string }>('post', '/captcha/get', {
    captchaType: 'blockPuzzle',
  })
  const point = JSON.stringify({ x: (await answerOf(token)).x, y: 5 })
  const captchaVO = { captchaType: 'blockPuzzle', token, pointJson: encryptPoint(point, secretKey) }
  return callApi<Session>('post', '/sys/login', { username, password, captchaVO })
}

type Shell = { guide: { versionNotes: { version: string } | null } }

/** Opens a session and marks the version notes as seen. */
export async function openPreparedSession(credentials: Credentials): Promise<Session> {
  const session = await openSession(credentials)
  const { guide } = await callApi<Shell>('get', '/sys/user/shell', {}, session.token)
  const version = guide.versionNotes?.version
  if (version !== undefined)
    await callApi('post', '/login/mark/novice/guide', { guide: 'version', version }, session.token)
  return session
}

/**
 * The file with the session of a demo account, shared by all journeys of a run; accounts created by a journey have
 * none.
 */
function keptSession({ username, password }: Credentials): string | undefined {
  const index = demoLogins().findIndex((each) => each.username === username && each.password === password)
  return index < 0 ? undefined : join(process.env.HELIODESK_DATA_DIR!, 'journey-sessions', `${index}.json`)
}

function keep(session: Session, file: string) {
  mkdirSync(join(file, '..'), { recursive: true })
  // Written to a temporary file first, so that another worker never reads an incomplete file.
  const own = `${file}.${process.pid}`
  writeFileSync(own, JSON.stringify(session))
  renameSync(own, file)
}
