import type { Call } from '@heliodesk/contract/call.ts'
import { passwordCalls } from '@heliodesk/contract/passwords.ts'
import { sessionCalls } from '@heliodesk/contract/session.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import { afterAll, expect, it } from 'vitest'
import { modules } from '../src/modules.ts'
import { randomFrom, strangeRequest } from './fuzz.ts'
import { useHarness } from './harness.ts'
import { signInAdministrator } from './hire.ts'

const harness = useHarness()
const calls: Call[] = modules.flatMap((module) => Object.values(module.calls))

/** Over all calls; the soak test sends 200,000 and measures them. */
const requests = Number(process.env.HELIODESK_FUZZ_REQUESTS ?? 3 * calls.length)
const measured = process.env.HELIODESK_FUZZ_REQUESTS !== undefined
const seed = Number(process.env.HELIODESK_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

const MOST_CPU_MS = 100
/** argon2 is slow on purpose: only these calls hash or compare a password, and only these may take longer. */
const hashing = new Set<Call>([
  sessionCalls.login,
  userCalls.add,
  userCalls.changePassword,
  passwordCalls.change,
  passwordCalls.firstChange,
])

let token: string | null = null
let slowest = { ms: 0, what: '' }

/** Returns the CPU time of one request in milliseconds, summed over all threads. */
async function send(request: ReturnType<typeof strangeRequest>['request']) {
  token ??= await signInAdministrator(harness, harness.otherTenant)
  const { headers, ...rest } = request
  const before = process.cpuUsage()
  const response = await harness.app.inject({ ...rest, headers: { ...headers, 'x-access-token': token } })
  const { user, system } = process.cpuUsage(before)
  // Some calls end the session that they use.
  if (response.statusCode === 401) token = null
  return { status: response.statusCode, body: response.body, ms: (user + system) / 1000 }
}

it(
  `no strange request breaks or holds up the server (seed ${seed})`,
  async () => {
    const random = randomFrom(seed)
    for (let sent = 0; sent < requests; sent++) {
      const call = calls[sent % calls.length]!
      const { request, told } = strangeRequest(call, random)
      const what = `${call.method} ${call.path} ${told}`
      const { status, body, ms } = await send(request)
      expect([what, status < 500 || body]).toEqual([what, true])
      if (!measured || hashing.has(call)) continue
      // A garbage collection may have run meanwhile; a slow call is slow every time.
      const least = ms <= MOST_CPU_MS ? ms : Math.min((await send(request)).ms, (await send(request)).ms)
      if (least > slowest.ms) slowest = { ms: least, what }
      expect([what, least]).toEqual([what, Math.min(least, MOST_CPU_MS)])
    }
  },
  6 * 3_600_000,
)

afterAll(() => {
  if (measured)
    process.stdout.write(`slowest: ${slowest.ms.toFixed(1)} ms of processor time, ${slowest.what}\n`)
})
