import { taskViewCalls } from '@heliodesk/contract/task-view.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { sql } from 'kysely'
import { defineModule, notFound, type Upkeep } from '../../kernel/context.ts'
import { visibleOrders } from '../../kernel/scope.ts'
import { getWorkOrderDetail, listHistory, requireVisible } from './detail.ts'
import { createWorkOrder } from './create.ts'
import { askExtension, auditExtension } from './extend.ts'
import { executeWorkOrder, startWorkOrder } from './execution.ts'
import { assignInsurance } from './insurance.ts'
import { assignWorkOrder, checkWorkOrder, claimWorkOrder, terminateWorkOrder } from './lifecycle.ts'
import { countWorkOrders, listWorkOrders } from './list.ts'
import { listExecutors } from './dispatch.ts'
import { addPhoto, removePhoto } from './photos.ts'
import { listPeople } from './people.ts'
import { listGantt } from './gantt.ts'
import { listMine } from './mine.ts'
import { reassignWorkOrder } from './reassign.ts'
import { rescheduleWorkOrder, tellConflicts } from './reschedule.ts'
import { listCards } from './task-cards.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { workOrderExport } from './export.ts'
import './business.ts'
import './extension-process.ts'
import './first-data.ts'

export { addMany, type ProgramOrder } from './add-many.ts'
export { whenAccepted } from './accepted.ts'
export { offerSheet } from './other-sheets.ts'
export { adoptOrders, closedInstances } from './adopt.ts'
export { joinMaster } from './first-data/masters.ts'
export { isMine, isOverdue, isTodo } from './conditions.ts'
export { writeBeside } from './beside.ts'
export { codePrefix, createSeenOrder } from './create.ts'
export type { Phone } from './events.ts'
export { handOverInsurance, handOverOrder } from './hand-over.ts'
export { addHours, hoursOf, spanOf } from './hours.ts'
export { beginWork, isSameStep, keepWork, readWork, writeDocument, type Work } from './execution.ts'
export { checkWorkOrder, executorsOf, readVisible, refusalFor, type LockedOrder } from './lifecycle.ts'
export { requireVisible } from './detail.ts'
export { countedOrders, selectionOf } from './list.ts'
export { executorsInScope, requireExecutors } from './people.ts'
export {
  attachPhoto,
  detachPhoto,
  lockForPhotos,
  photosWhere,
  extraPhotos,
  photoCrowd,
  requirePhotoRoom,
  placePhoto,
  requireStep,
  withFiles,
  type PhotoRecord,
} from './photos.ts'
export { requireSignature } from './signatures.ts'
export { rowColumns, rowJoins, toRow, type OrderRecord } from './rows.ts'

const fold: Upkeep = {
  name: 'work order counts',
  everyMs: 2000,
  async run(db) {
    await sql`select app.fold_work_order_counts(), app.fold_work_order_days()`.execute(db)
  },
}

offerExport('workOrders', workOrderExport)

export const workOrders = defineModule(
  workOrderCalls,
  {
    page: listWorkOrders,
    count: countWorkOrders,
    detail: (ctx, { id }) => getWorkOrderDetail(ctx, id),
    history: (ctx, { id }) => listHistory(ctx, id),
    version: async (ctx, { id }) => ({ version: (await requireVisible(ctx, id)).version }),
    executors: (ctx, { id }) => listExecutors(ctx, id),
    people: listPeople,
    mine: listMine,

    async find(ctx, { workCode }) {
      return ctx.db
        .selectFrom('work_order as o')
        .select('o.id')
        .where('o.work_code', '=', workCode)
        .where(visibleOrders(ctx.who, 'o'))
        .executeTakeFirstOrThrow(notFound)
    },

    insert: createWorkOrder,
    assign: (ctx, input) => assignWorkOrder(ctx, input, null),
    claim: claimWorkOrder,
    reassign: reassignWorkOrder,
    reschedule: rescheduleWorkOrder,
    planConflicts: tellConflicts,
    start: startWorkOrder,
    execute: (ctx, input) => executeWorkOrder(ctx, input, null),
    addPhoto,
    removePhoto,
    check: (ctx, input) => checkWorkOrder(ctx, input, null),
    extension: askExtension,
    extensionAudit: auditExtension,
    insuranceAssign: assignInsurance,
    terminate: terminateWorkOrder,
    reformAssign: (ctx, { reformType, ...input }) => assignWorkOrder(ctx, input, reformType),
    reformExecute: (ctx, { reformType, ...input }) => executeWorkOrder(ctx, input, reformType),
    reformCheck: (ctx, { reformType, ...input }) => checkWorkOrder(ctx, input, reformType),
  },
  [fold],
)

export const taskView = defineModule(taskViewCalls, { gantt: listGantt, page: listCards })
