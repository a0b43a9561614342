import type { importJob, ImportKind } from '@heliodesk/contract/data-import.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { DomainError } from '../../kernel/context.ts'
import { checkApart } from './check-apart.ts'
import type { Checked } from './check.ts'
import { addImported, writeImported } from '../devices/index.ts'
import { addImportedItems } from '../inspection-items/index.ts'
import { addImportedPeople } from '../users/index.ts'
import { writeDays } from '../generation/index.ts'
import { writeMeasured } from '../telemetry/index.ts'
import { planDevices, type DevicePlan } from './devices-plan.ts'
import { findEventFacts, findStationFacts, type Department, type ImportCtx } from './facts.ts'
import { inRowOrder, type Report } from './findings.ts'
import { planGeneration, type GenerationPlan } from './generation-plan.ts'
import { planEvents, planStations, type EventPlan, type StationPlan } from './plan.ts'
import { planUpdates, writeUpdates } from './station-updates.ts'
import { planTelemetry, seriesOf, type TelemetryPlan } from './telemetry-plan.ts'
import { planItems, type ItemPlan } from './items-plan.ts'
import { planUsers, type UserPlan } from './users-plan.ts'
import { inPortions, writeEvents, writeStations, type OnWritten } from './write.ts'

export type ImportFile = {
  kind: ImportKind
  name: string
  bytes: Uint8Array
  department: Department
  /** Existing stations or devices take the file's values. */
  updates: boolean
}
export type ImportResult = NonNullable<z.output<typeof importJob>['result']>
export type DryRun = { rowCount: number; report: Report }
export type Watch = {
  onChecked?: (dryRun: DryRun) => void
  /** Called with the number of rows processed so far. */
  onProgress: (done: number) => Promise<void>
  signal?: AbortSignal
}

type Plan =
  | ({ kind: 'stations' } & StationPlan)
  | ({ kind: 'events' } & EventPlan)
  | ({ kind: 'generation' } & GenerationPlan)
  | ({ kind: 'telemetry' } & TelemetryPlan)
  | ({ kind: 'devices' } & DevicePlan)
  | ({ kind: 'users' } & UserPlan)
  | ({ kind: 'items' } & ItemPlan)

const CHANGED = new DomainError('import.changed', '导入时有数据在别处更新，未导入任何数据；请重新运行')

/** Refuses a whole file because some of its rows are bad. */
export class BadRows extends DomainError {
  readonly report: Report
  constructor(report: Report) {
    super('import.bad_rows', `有 ${report.badCount} 行不合格，未导入任何数据；请修正后重新上传`)
    this.report = report
  }
}

/** The file's own contents, before any lookup. Needs no transaction. */
export const readFile = (ctx: Pick<ImportCtx, 'now' | 'who'>, file: Pick<ImportFile, 'kind' | 'bytes'>) =>
  checkApart(taskOf(ctx, file), ctx.who.tenantId)

/** What an import of this file would do, and every row that prevents it. */
export const dryRun = async (
  ctx: ImportCtx,
  file: Pick<ImportFile, 'department' | 'updates'>,
  checked: Checked,
): Promise<DryRun> => reportOf(checked, await planFor(ctx, file, checked))

/** The same for a file that has not been read yet, for callers that share the connection with nobody. */
export async function checkOnly(ctx: ImportCtx, file: ImportFile): Promise<DryRun> {
  await liftTimeLimits(ctx)
  return dryRun(ctx, file, await readFile(ctx, file))
}

/**
 * Imports the file within the transaction: all rows that do not exist yet, or none. Imports of one tenant run one after
 * the other, so that each sees what the previous one added.
 */
export async function importRows(ctx: ImportCtx, file: ImportFile, watch: Watch): Promise<ImportResult> {
  await liftTimeLimits(ctx)
  const checked = await checkApart(taskOf(ctx, file), ctx.who.tenantId, watch.signal)
  await sql`select pg_advisory_xact_lock(hashtext('data_import'), ${ctx.who.tenantId})`.execute(ctx.db)
  const plan = await planFor(ctx, file, checked)
  const found = reportOf(checked, plan)
  watch.onChecked?.(found)
  if (found.report.badCount > 0) throw new BadRows(found.report)
  const onWritten: OnWritten = async (rows) => {
    watch.signal?.throwIfAborted()
    await watch.onProgress(plan.knownCount + rows)
  }
  await onWritten(0)
  await write(ctx, file, plan, onWritten)
  const { stations, orders, knownCount, ...report } = found.report
  const { updated, days, moments, devices, devicesUpdated, users, items } = report
  const more = some({ updated, days, moments, devices, devicesUpdated, users, items })
  return { stations, orders, skipped: knownCount, ...more }
}

async function write(ctx: ImportCtx, file: ImportFile, plan: Plan, onWritten: OnWritten): Promise<void> {
  const { department, name } = file
  if (plan.kind === 'events') return writeEvents(ctx, department, plan, name, onWritten)
  if (plan.kind === 'generation') return inPortions(plan.add, (portion) => writeDays(ctx, portion), onWritten)
  if (plan.kind === 'telemetry')
    return inPortions(plan.add, (portion) => writeMeasured(ctx, seriesOf(portion, plan.step)), onWritten)
  if (plan.kind === 'users')
    return inPortions(plan.add, (portion) => addImportedPeople(ctx, portion), onWritten)
  if (plan.kind === 'items')
    return inPortions(
      plan.add,
      (portion) =>
        addImportedItems(
          ctx,
          portion.map(({ item }) => item),
        ),
      onWritten,
    )
  const afterwards: OnWritten = (rows) => onWritten(plan.add.length + rows)
  if (plan.kind === 'devices') {
    await inPortions(plan.add, (portion) => addImported(ctx, portion, name), onWritten)
    return inPortions(inIdOrder(plan.update), unlessChanged(ctx, name, writeImported), afterwards)
  }
  await writeStations(ctx, department, plan, name, onWritten)
  await inPortions(inIdOrder(plan.update), unlessChanged(ctx, name, writeUpdates), afterwards)
}

/** The order in which all code locks them, which prevents deadlocks. */
const inIdOrder = <Update extends { id: string }>(updates: readonly Update[]): Update[] =>
  updates.toSorted((one, other) => Number(one.id) - Number(other.id))

type Write<Update> = (ctx: ImportCtx, portion: readonly Update[], fileName: string) => Promise<boolean>

/** Applies only the changes that the dry run reported. */
const unlessChanged =
  <Update>(ctx: ImportCtx, fileName: string, writeAll: Write<Update>) =>
  async (portion: Update[]) => {
    if (!(await writeAll(ctx, portion, fileName))) throw CHANGED
  }

/** Leaves out the zero counts. */
type Beyond = Partial<
  Record<'updated' | 'days' | 'moments' | 'devices' | 'devicesUpdated' | 'users' | 'items', number>
>

const some = (counts: Beyond): Beyond =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count))

const taskOf = (
  { now, who }: Pick<ImportCtx, 'now' | 'who'>,
  { kind, bytes }: Pick<ImportFile, 'kind' | 'bytes'>,
) => ({
  kind,
  bytes,
  moment: { now, timeZone: who.timeZone },
})

/** The pool's time limits are meant for calls with a person waiting; an import may wait for other imports. */
async function liftTimeLimits(ctx: ImportCtx) {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(
    ctx.db,
  )
  // The transaction is idle while the file is read in its process.
  await sql`select set_config('idle_in_transaction_session_timeout', '10min', true)`.execute(ctx.db)
}

async function planFor(
  ctx: ImportCtx,
  { department, updates }: Pick<ImportFile, 'department' | 'updates'>,
  checked: Checked,
): Promise<Plan> {
  const { findings } = checked
  if (checked.kind === 'stations') {
    const facts = await findStationFacts(ctx, { department, updates }, checked.rows)
    const wanted = checked.rows.filter(
      ({ externalKey }) => externalKey && facts.externalKeys.get(externalKey),
    )
    const update = updates ? await planUpdates(ctx, wanted, findings) : []
    return { kind: 'stations', ...planStations(checked.rows, facts, findings, update) }
  }
  if (checked.kind === 'generation') {
    return { kind: 'generation', ...(await planGeneration(ctx, department, checked.rows, findings)) }
  }
  if (checked.kind === 'telemetry')
    return { kind: 'telemetry', ...(await planTelemetry(ctx, department, checked.rows, findings)) }
  if (checked.kind === 'devices')
    return { kind: 'devices', ...(await planDevices(ctx, { department, updates }, checked.rows, findings)) }
  if (checked.kind === 'users')
    return { kind: 'users', ...(await planUsers(ctx, department, checked.rows, findings)) }
  if (checked.kind === 'items') return { kind: 'items', ...(await planItems(ctx, checked.rows)) }
  const facts = await findEventFacts(ctx, department, checked.rows)
  return { kind: 'events', ...planEvents(checked.rows, facts, checked.findings) }
}

function reportOf({ rowCount, findings }: Checked, plan: Plan): DryRun {
  const updated = plan.kind === 'stations' ? plan.update.length : 0
  const [devices, devicesUpdated] = plan.kind === 'devices' ? [plan.add.length, plan.update.length] : [0, 0]
  const users = plan.kind === 'users' ? plan.add.length : 0
  const items = plan.kind === 'items' ? plan.add.length : 0
  const days = plan.kind === 'generation' ? plan.add.length : 0
  const moments = plan.kind === 'telemetry' ? plan.add.length : 0
  return {
    rowCount,
    report: {
      okCount: plan.add.length + updated + devicesUpdated,
      badCount: findings.badRows.size,
      knownCount: plan.knownCount,
      errorCount: findings.errorCount,
      warningCount: findings.warningCount,
      stations: plan.kind === 'stations' ? plan.add.length : plan.kind === 'events' ? plan.sites.length : 0,
      orders: plan.kind === 'events' ? plan.add.length : 0,
      ...some({ updated, days, moments, devices, devicesUpdated, users, items }),
      findings: inRowOrder(findings),
    },
  }
}
