import type { Received } from '@heliodesk/contract/call.ts'
import { otherStatuses } from '@heliodesk/contract/work-order-rules.ts'
import type { workOrderCalls } from '@heliodesk/contract/work-orders.ts'

export type MyOrder = Received<typeof workOrderCalls.mine>[number]

/** The tabs of one's own orders, in the order of their work. */
export const ownTabs = { going: '处理中', given: '待接收', checked: '验收中', late: '超时' } as const
export type OwnTab = keyof typeof ownTabs

const belongs: Record<OwnTab, (order: MyOrder) => boolean> = {
  going: ({ flowSts, otherSts }) => flowSts === 2 && otherSts !== otherStatuses.notStarted,
  given: ({ flowSts, otherSts }) => flowSts === 2 && otherSts === otherStatuses.notStarted,
  checked: ({ flowSts }) => flowSts === 3,
  late: ({ overHours }) => overHours !== null,
}

export const tabs = Object.keys(ownTabs) as OwnTab[]

export const inTab = (orders: readonly MyOrder[], tab: OwnTab): MyOrder[] => orders.filter(belongs[tab])

/** The tab in the address; otherwise the first in which there is something. */
export const shownTab = (wanted: string | null, orders: readonly MyOrder[]): OwnTab =>
  tabs.find((tab) => tab === wanted) ?? tabs.find((tab) => inTab(orders, tab).length > 0) ?? 'going'

/** What is due today or has been, and what comes later; `today` is a day of the wire. */
export function byDay(orders: readonly MyOrder[], today: string): { today: MyOrder[]; later: MyOrder[] } {
  const isToday = ({ planEndTime, planStartTime }: MyOrder) =>
    [planStartTime, planEndTime].some((time) => time !== null && time.slice(0, 10) <= today)
  return { today: orders.filter(isToday), later: orders.filter((order) => !isToday(order)) }
}

/**
 * Where a map app is asked to lead: Android has one address for all of them, elsewhere each has its own. Positions are
 * those of GPS, which each is told, because Chinese maps shift them.
 */
export function mapsTo(
  { latitude, longitude, psName }: Pick<MyOrder, 'psName'> & { latitude: number; longitude: number },
  agent: string,
): readonly { title: string; href: string }[] {
  const name = encodeURIComponent(psName)
  const at = `${latitude},${longitude}`
  if (/Android|HarmonyOS/i.test(agent)) return [{ title: '导航', href: `geo:${at}?q=${at}(${name})` }]
  return [
    {
      title: '高德地图',
      href: `https://uri.amap.com/navigation?to=${longitude},${latitude},${name}&mode=car&coordinate=wgs84&callnative=1`,
    },
    {
      title: '百度地图',
      href: `https://api.map.baidu.com/marker?location=${at}&title=${name}&content=${name}&coord_type=wgs84&output=html`,
    },
    { title: 'Apple 地图', href: `https://maps.apple.com/?daddr=${at}&q=${name}` },
  ]
}
