import type { Env } from '../../env.ts'
import { secretsOf } from '../../kernel/secrets.ts'
import { addressFor, blockListOf, DeliveryFailed, send } from '../webhooks/index.ts'
import type { Opening, Way } from './ways.ts'

export type Browser = { endpoint: string; p256dh: string; auth: string }

const authOf = ({ tenant }: Pick<Opening, 'tenant'>, endpoint: string) => ({
  tenant,
  table: 'message_push',
  column: 'auth_secret',
  row: endpoint,
})

export const sealedAuth = (opening: Opening, endpoint: string, auth: string): string =>
  secretsOf(opening.env).seal(authOf(opening, endpoint), auth)

/** Browsers with what they gave; those whose secret is lost are told nothing, and come back with a new one. */
export const openedOf = (browsers: readonly Browser[], opening: Opening): Browser[] =>
  browsers.flatMap((browser) => {
    const auth = secretsOf(opening.env).open(authOf(opening, browser.endpoint), browser.auth)
    return auth === null ? [] : [{ ...browser, auth }]
  })

/** How long a push service keeps it for a browser that is closed. */
const KEPT_SECONDS = 86_400

/** Shows a notification in a browser; false if the browser wants none any more. */
export async function pushTo(
  { publicKey, secret, sender }: Way,
  { endpoint, p256dh, auth }: Browser,
  shown: { title: string; text: string; link: string | null; number: string },
  env: Env,
): Promise<boolean> {
  const address = await addressFor(endpoint, blockListOf(env.WEBHOOK_PRIVATE_NETWORKS))
  const { default: webPush } = await import('web-push')
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(shown),
    {
      TTL: KEPT_SECONDS,
      // A repetition takes the place of the first.
      topic: shown.number.replaceAll('-', ''),
      vapidDetails: { subject: subjectOf(sender, env), publicKey, privateKey: secret },
    },
  )
  const sent = await send({ url: endpoint, headers, body: body ?? '' }, address)
  if (sent.status === 404 || sent.status === 410) return false
  if (sent.status === null || sent.status >= 300)
    throw new DeliveryFailed(sent.fault ?? `推送服务返回 ${sent.status}`)
  return true
}

/** Whom a push service may ask about what is sent. */
const subjectOf = (sender: string, { PUBLIC_URL }: Env) =>
  sender !== '' ? `mailto:${sender}` : (PUBLIC_URL ?? 'mailto:operator@heliodesk.invalid')
