import type { z } from 'zod'
import { create } from 'zustand'
import type { sessionCalls, userInfo } from '@heliodesk/contract/session.ts'
import { tellFramesOfLogout } from './frames.ts'
import { forgetKept, keptOwner, keyedPerson, noteKeptOwner } from './kept/forget.ts'
import { clearStored, readExpired, readStored, removeStored, takeStored, writeStored } from './storage.ts'

type Known = z.output<typeof userInfo>
type Later = 'defaults' | 'hiddenColumns' | 'post' | 'timeZone'
/** A user stored by an older version lacks these fields until the server has answered. */
export type User = Omit<Known, Later> & Partial<Pick<Known, Later>>
type LoginResult = z.output<(typeof sessionCalls)['login']['output']>

export type Session = { token: string | null; user: User | null }

const WEEK_MS = 604_800_000

/** The signed-in user and token; they survive a reload for seven days (spec 1 §4). */
export const useSession = create<Session>(() => storedSession())

/**
 * A session that is past its end goes on for whoever has answers kept on this device: without a line they are read, and
 * with one the first call ends the session.
 */
function storedSession(): Session {
  const stored = { token: readStored<string>('Access-Token'), user: readStored<User>('Login_Userinfo') }
  if (stored.token !== null || keptOwner() === null) return stored
  const user = readExpired<User>('Login_Userinfo')
  return user?.id === keptOwner() ? { token: readExpired<string>('Access-Token'), user } : stored
}

const isPastEnd = () => readStored('Access-Token') === null && readExpired('Access-Token') !== null

export const currentToken = (): string | null => useSession.getState().token

/** The answer of a sign-in; a session opened by another system has no dictionaries. */
export type Opened = { userInfo: User } & Pick<LoginResult, 'token'> & Partial<Omit<LoginResult, 'userInfo'>>

export function signedIn(result: Opened): void {
  keepApart(result.userInfo.id)
  writeStored('Access-Token', result.token, WEEK_MS)
  writeStored('Login_Userinfo', result.userInfo, WEEK_MS)
  writeStored('TENANT_ID', result.userInfo.tenantId, WEEK_MS)
  keepDictionaries(result.sysAllDictItems ?? {})
  useSession.setState({ token: result.token, user: result.userInfo })
}

const PERSON = 'person'

/** How much a person has waiting on this device, by their id. */
export const FIELD_WAITING = 'field-waiting:'
/** How far this device's clock is ahead of the server's. */
export const CLOCK_SKEW = 'clock-skew'
/** What a person wrote and has not sent, by their id. */
export const WORDS = 'words:'

/** What is stored on this device whoever uses it, or for each person apart. */
const OF_NOBODY = [
  'device-id',
  'Login_Username',
  'preferences',
  // Unsealed, of the version before: their author's next sign-in seals them.
  'execution:',
  'comment:',
  'request:',
  'report:',
  WORDS,
  'kept-gone',
  FIELD_WAITING,
  CLOCK_SKEW,
]

/** A session can end without a sign-out, and leave what it stored to another person. */
function keepApart(userId: string): void {
  const owner = keptOwner() ?? keyedPerson()
  if (owner !== null && owner !== userId) void forgetKept()
  const last = readStored<string>(PERSON)
  if (last !== null && last !== userId)
    removeStored((name) => !OF_NOBODY.some((kept) => name.startsWith(kept)))
  writeStored(PERSON, userId)
}

/** Stores the choices of every dictionary, from a sign-in or a refresh of the cache. */
export function keepDictionaries(dictionaries: LoginResult['sysAllDictItems']): void {
  writeStored('UI_CACHE_DB_DICT_DATA', dictionaries, WEEK_MS)
}

/** Stores the token with which the server replaced an old one (spec 1 §4); `old` is the token of the request. */
export function tokenReplaced(old: string, token: string): void {
  if (currentToken() !== old) return
  writeStored('Access-Token', token, WEEK_MS)
  useSession.setState({ token })
}

/** Another window signed in as the same user, or received a replacement token. */
export function adoptStoredToken(): void {
  useSession.setState({ token: readStored<string>('Access-Token') })
}

/** Stores the current user data from the server. */
export function userChanged(user: User): void {
  writeStored('Login_Userinfo', user, WEEK_MS)
  useSession.setState({ user })
}

/**
 * Clears local and session storage except the login user's name and the device id (spec 1 §8 Logout), and notifies
 * embedded apps (§4). What waits here sealed stays for its author. The keys go too, unless the session just came to its
 * end on a phone that keeps answers: nobody signed out, and nobody ended it.
 */
export function forgetSession(): void {
  tellFramesOfLogout()
  const owner = keptOwner()
  const isKeyed = owner !== null || keyedPerson() !== null
  const isOver = isPastEnd()
  const kept = {
    device: deviceId(),
    name: readStored<string>('Login_Username'),
    look: readStored<{ preferences: unknown }>('preferences')?.preferences,
    waiting: takeStored<number>(FIELD_WAITING),
    skew: readStored<number>(CLOCK_SKEW),
  }
  clearStored(isSealedWord)
  sessionStorage.clear()
  writeStored('device-id', kept.device)
  if (kept.name) writeStored('Login_Username', kept.name)
  if (kept.look) writeStored('preferences', { preferences: kept.look })
  if (kept.skew !== null) writeStored(CLOCK_SKEW, kept.skew)
  for (const [person, count] of kept.waiting) writeStored(`${FIELD_WAITING}${person}`, count)
  if (owner !== null && isOver) noteKeptOwner(owner)
  else if (isKeyed) void forgetKept()
  useSession.setState({ token: null, user: null })
}

const isSealedWord = (name: string) => name.startsWith(WORDS) && 'sealed' in (readStored<object>(name) ?? {})

/** A random id per browser, sent with every request. */
export function deviceId(): string {
  const known = readStored<string>('device-id')
  if (known) return known
  const fresh = randomId()
  writeStored('device-id', fresh)
  return fresh
}

/** Marks the commands of this window: it knows its own among the changes that it hears of. */
export const windowId: string = randomId().slice(0, 12)

/** `crypto.randomUUID` needs a secure context, which plain HTTP inside a LAN is not. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
