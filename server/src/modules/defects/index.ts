import { defectCalls } from '@heliodesk/contract/defects.ts'
import { defineModule, notFound, type Ctx } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { visibleStation } from '../stations/index.ts'
import { requireDevice } from './suggestion.ts'
import { gradesOf, recoveryLimit } from './limits.ts'
import './first-data.ts'

export { gradings } from './gradings.ts'
export { gradesOf, recoveryLimit } from './limits.ts'

/** Grades of faults and defects, and by when they have to be recovered. */
export const defects = defineModule(defectCalls, {
  levels: ({ db }) => gradesOf(db),

  async predict(ctx, { defectLevel, id, psId, deviceId }) {
    if (psId) await visibleStation(ctx, psId).select('s.id').executeTakeFirstOrThrow(notFound)
    if (deviceId) await requireDevice(ctx, deviceId)
    const order = id ? await readOrder(ctx, id) : { entry: ctx.now, deviceId: null }
    const subject = { level: defectLevel, entry: order.entry, deviceId: deviceId ?? order.deviceId }
    const { limitHours, at, isMoved } = await recoveryLimit(ctx.db, subject)
    const wired = (time: Date) => toWireTime(time, ctx.who.timeZone)
    return {
      defectLevel,
      entryTime: wired(order.entry),
      limitHours,
      predictRecoverTimeLimit: wired(at),
      isMoved,
    }
  },
})

const readOrder = ({ db, who }: Ctx, id: string) =>
  db
    .selectFrom('work_order as o')
    .select(['o.created_at as entry', 'o.device_id as deviceId'])
    .where('o.id', '=', id)
    .where(visibleOrders(who, 'o'))
    .executeTakeFirstOrThrow(notFound)
