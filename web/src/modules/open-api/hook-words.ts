import {
  titleOfEvent,
  webhookAreas,
  webhookEvents,
  type Webhook,
  type WebhookDelivery,
} from '@heliodesk/contract/webhooks.ts'

/** The areas, then their events, for a choice of both. */
export const eventChoices = Object.entries({ ...webhookAreas, ...webhookEvents }).map(([value, title]) => ({
  value,
  label: value.endsWith('.*') ? `${title}（全部）` : title,
  note: value,
}))

/** What it hears of, in a few words. */
export const eventWords = ({ events }: Webhook): string => events.map(titleOfEvent).join('、')

/** Where it hears of, and what it is not told. */
export function scopeWords({ departments, stations, withPhones, withFees }: Webhook): string {
  const places = [
    ...departments.map(({ name }) => name),
    stations.length > 3 ? `${stations.length} 座电站` : stations.map(({ name }) => name).join('、'),
  ].filter(Boolean)
  const left = [!withFees && '费用', !withPhones && '人员电话'].filter(Boolean)
  return [places.length > 0 ? places.join('、') : '全公司', left.length > 0 && `不含${left.join('、')}`]
    .filter(Boolean)
    .join('；')
}

/** The share that arrived; null if nothing was decided within a day. */
export function rateOf({ delivered, failed }: Webhook): string | null {
  const all = delivered + failed
  if (all === 0) return null
  const share = (delivered / all) * 100
  return `${share === 100 ? '100' : (Math.floor(share * 10) / 10).toFixed(1)} %`
}

/** How a delivery stands: the status of the answer, or what happened instead. */
export function outcomeOf({ state, status, fault, attempts }: WebhookDelivery): string {
  if (state === 'dropped') return '未发送'
  if (state === 'delivered') return String(status ?? '送达')
  if (attempts === 0) return '等待'
  return status === null ? (fault === '超时' ? '超时' : '失败') : String(status)
}

export const durationOf = (ms: number | null): string =>
  ms === null ? '--' : ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`

/** A command that repeats the delivery by hand; its signature would need the secret. */
export function curlOf(request: string, address: string): string {
  const [head = '', body = ''] = request.split(/\n\n([\s\S]*)/)
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const headers = head
    .split('\n')
    .slice(1)
    .filter((line) => !/^(host|content-length|x-helio-signature):/i.test(line))
  return [
    `curl -X POST ${quoted(address)}`,
    ...headers.map((line) => `-H ${quoted(line)}`),
    `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ')
}
