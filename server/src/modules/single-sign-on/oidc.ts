import { own } from '@heliodesk/contract/own.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { signInFaults } from '@heliodesk/contract/sign-in-faults.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  type Configuration,
} from 'openid-client'
import type { Env } from '../../env.ts'
import { Refusal, type Kernel, type PublicCtx } from '../../kernel/context.ts'
import { canBeKept } from '../../kernel/errors.ts'
import { publicContext } from '../../kernel/public-context.ts'
import { inTransaction } from '../../kernel/transaction.ts'
import { present } from '../../platform/certain.ts'
import { rateOf } from '../../platform/security.ts'
import { accountOf } from './elsewhere.ts'
import { leaveTicket, newSecret, takeTicket } from './tickets.ts'

type Provider = Env['OIDC_PROVIDERS'][number]

/** How long a person may take on the provider's page, and how long the browser has to redeem the result. */
const ROUND_TRIP_MS = 600_000
const REDEEM_MS = 60_000

const COOKIE = 'heliodesk_oidc'
const COOKIE_PATH = '/api/sys/oidc'

/** The ticket type of a pending redirect, different from redeemable tickets. */
const roundTripOf = (provider: Provider) => `trip:${provider.id}`

/**
 * OpenID Connect with authorization code and PKCE. Two addresses for the browser: `start?provider=&redirect=` redirects
 * to the provider; `callback` receives the result and redirects to the login page with a ticket, which
 * `/sys/thirdLogin/getLoginUser` redeems.
 */
export function serveOpenIdConnect(app: FastifyInstance, kernel: Kernel): void {
  const config = rateOf(kernel.env, 'public')
  app.get(`${COOKIE_PATH}/start`, { config }, (request, reply) => start(kernel, request, reply))
  app.get(`${COOKIE_PATH}/callback`, { config }, (request, reply) => comeBack(kernel, request, reply))
}

const configurations = new Map<string, Promise<Configuration>>()

/** The provider's metadata, fetched once; a failed fetch is repeated next time. */
function configurationOf(provider: Provider): Promise<Configuration> {
  const known = configurations.get(provider.issuer + provider.clientId)
  if (known) return known
  const url = new URL(provider.issuer)
  const asked = discovery(url, provider.clientId, provider.clientSecret, undefined, {
    timeout: 5,
    // Inside a LAN the operator may configure a provider without TLS.
    execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
  })
  configurations.set(provider.issuer + provider.clientId, asked)
  asked.catch(() => configurations.delete(provider.issuer + provider.clientId))
  return asked
}

async function start(kernel: Kernel, request: FastifyRequest, reply: FastifyReply) {
  const { provider: id, redirect } = request.query as Record<string, unknown>
  const provider = kernel.env.OIDC_PROVIDERS.find((each) => each.id === id)
  if (!provider) return back(reply, { fault: signInFaults.unconfigured })
  const [state, nonce, verifier] = [newSecret(), randomNonce(), randomPKCECodeVerifier()]
  try {
    const configuration = await configurationOf(provider)
    const memory = { nonce, verifier, redirect: isOwnPath(redirect) ? redirect : '' }
    const expiresAt = new Date(kernel.clock.now().getTime() + ROUND_TRIP_MS)
    await inContext(kernel, request, (ctx) =>
      leaveTicket(ctx.db, state, {
        thirdType: roundTripOf(provider),
        tenantId: null,
        userId: null,
        memory,
        expiresAt,
      }),
    )
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: callbackOf(kernel.env),
      scope: provider.scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    // Only the browser that started the sign-in can finish it: a link cannot sign people in to another account.
    return await reply
      .setCookie(COOKIE, `${provider.id}.${state}`, {
        path: COOKIE_PATH,
        httpOnly: true,
        sameSite: 'lax',
        secure: request.protocol === 'https',
        maxAge: ROUND_TRIP_MS / 1000,
      })
      .redirect(address.href)
  } catch (error) {
    request.log.warn({ err: error, provider: provider.id }, 'OpenID Connect could not be started')
    return back(reply, { fault: signInFaults.unreachable })
  }
}

async function comeBack(kernel: Kernel, request: FastifyRequest, reply: FastifyReply) {
  const [id, state] = (request.cookies[COOKIE] ?? '').split('.')
  void reply.clearCookie(COOKIE, { path: COOKIE_PATH })
  const provider = kernel.env.OIDC_PROVIDERS.find((each) => each.id === id)
  const now = kernel.clock.now()
  const trip =
    provider && state
      ? await inContext(kernel, request, (ctx) => takeTicket(ctx.db, state, roundTripOf(provider), now))
      : null
  if (!provider || !trip) return back(reply, { fault: signInFaults.late })
  try {
    const claims = await claimsOf(kernel, request, provider, present(state), trip.memory)
    const ticket = await inContext(kernel, request, async (ctx) => {
      const login = own(claims, provider.claim)
      const account = await accountOf(
        ctx,
        {
          thirdType: `oidc:${provider.issuer}`,
          subject: claims.sub,
          login: typeof login === 'string' ? login : null,
          tenant: provider.tenant,
        },
        'oidc',
      )
      if (account instanceof Refusal) return account
      const secret = newSecret()
      const expiresAt = new Date(ctx.now.getTime() + REDEEM_MS)
      const { tenantId, id: userId } = account
      const memory = { method: 'oidc', login: account.username }
      await leaveTicket(ctx.db, secret, { thirdType: provider.id, tenantId, userId, memory, expiresAt })
      return secret
    })
    if (ticket instanceof Refusal) return back(reply, { fault: ticket.message })
    return back(reply, { thirdToken: ticket, thirdType: provider.id, redirect: trip.memory.redirect ?? '' })
  } catch (error) {
    request.log.warn({ err: error, provider: provider.id }, 'OpenID Connect round trip failed')
    return back(reply, { fault: signInFaults.failed })
  }
}

async function claimsOf(
  kernel: Kernel,
  request: FastifyRequest,
  provider: Provider,
  state: string,
  { nonce, verifier }: Record<string, string>,
) {
  const address = new URL(callbackOf(kernel.env))
  address.search = new URL(request.url, address).search
  const tokens = await authorizationCodeGrant(await configurationOf(provider), address, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  return present(tokens.claims())
}

/** A transaction outside of any call, with the context that domain functions need. */
const inContext = <T>(kernel: Kernel, request: FastifyRequest, run: (ctx: PublicCtx) => Promise<T>) =>
  inTransaction(kernel.pool, (transaction) =>
    run(publicContext(kernel, request, transaction, kernel.clock.now())),
  )

/** The environment allows no provider without a public address. */
const callbackOf = ({ PUBLIC_URL }: Env) => `${present(PUBLIC_URL)}${COOKIE_PATH}/callback`

const isOwnPath = (path: unknown): path is string =>
  typeof path === 'string' && /^\/(?!\/)/.test(path) && path.length <= 500 && canBeKept(path)

/** Redirects to the login page, which reads these values from its address and removes them there. */
function back(reply: FastifyReply, given: Record<string, string>) {
  const said = Object.entries(given).filter(([, value]) => value !== '')
  return reply.redirect(`/#${paths.login.path}?${new URLSearchParams(said).toString()}`)
}
