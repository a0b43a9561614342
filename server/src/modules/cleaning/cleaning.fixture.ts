import { cleaningCalls as calls } from '@heliodesk/contract/cleaning.ts'
import { beforeAll, beforeEach } from 'vitest'
import { useSite } from '../../../test/site.ts'

export const DAY = '2030-01-02'
export const washed = { cleanedOn: DAY, srBefore: 0.93, srAfter: 0.98 }

/** A site of 50 MW on the day after a cleaning, and what is done with the zones of its orders. */
export function useCleaning() {
  const site = useSite()
  const { harness } = site
  beforeAll(() => site.setClock('2030-01-03T09:00:00+08:00'))
  const equip = () =>
    harness.owner.query('update station set capacity_kwp = 50000, tariff = 0.3949 where id = $1', [
      site.stationId,
    ])
  beforeEach(equip)
  const inHand = (taskType = 1) => site.begun(taskType)
  const zone = (orderId: string, input: object = {}) => ({
    orderId,
    areaName: 'B1',
    capacityKwp: 50_000,
    method: 'own' as const,
    cost: 100_000,
    ...input,
  })
  const insert = (orderId: string, input: object = {}, token = site.people.worker.token) =>
    harness.call(token, calls.insert, zone(orderId, input))
  const refusedInsert = async (orderId: string, input: object, token = site.people.worker.token) =>
    (await harness.refused(token, calls.insert, zone(orderId, input))).message
  const select = (query: object, token = site.people.worker.token) =>
    harness.call(token, calls.select, { ...query, size: 100 })
  const benefit = (orderId: string, token = site.people.worker.token) =>
    harness.call(token, calls.benefit, { orderId })
  return { site, harness, equip, inHand, zone, insert, refusedInsert, select, benefit }
}
