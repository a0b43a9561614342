import type { Output } from '@heliodesk/contract/call.ts'
import { gradingCalls } from '@heliodesk/contract/defect-gradings.ts'
import { defectLevels, type DefectLevel } from '@heliodesk/contract/defect-levels.ts'
import { sql } from 'kysely'
import { mentions } from '../../kernel/conditions.ts'
import { defineModule, DomainError, notFound, type Ctx } from '../../kernel/context.ts'
import { deleteRow, hasRow, insertRow, lockRow, updateRow } from '../../kernel/one-row.ts'
import { sysPageOf } from '../../kernel/paging.ts'
import { requireVersion, stale } from '../../kernel/versioned.ts'
import { onKey } from '../../platform/on-key.ts'
import { gradesOf } from './limits.ts'
import { listEnabled, suggestLevel } from './suggestion.ts'

type Template = Output<(typeof gradingCalls)['add']>

const templates = ({ db }: Ctx) =>
  db
    .selectFrom('defect_grading as g')
    .leftJoin('device_type as t', onKey('t.id', 'g.device_type_id'))
    .select(['g.id', 'g.device_type_id as deviceTypeId', 't.name as deviceTypeName'])
    .select(sql<DefectLevel>`g.defect_level`.as('defectLevel'))
    .select(['g.words', 'g.note', 'g.enabled', 'g.version'])

type Stored = Omit<Template, 'defectLevelLabel'>

/** Adds the company's name of the grade. */
async function labelling({ db }: Ctx): Promise<(row: Stored) => Template> {
  const labels = new Map((await gradesOf(db)).map(({ defectLevel, label }) => [defectLevel, label]))
  return (row) => ({ ...row, defectLevelLabel: `${row.defectLevel} ${labels.get(row.defectLevel)}` })
}

async function getTemplate(ctx: Ctx, id: string): Promise<Template> {
  const row = await templates(ctx).where('g.id', '=', id).executeTakeFirstOrThrow(notFound)
  return (await labelling(ctx))(row)
}

type Written = Omit<Stored, 'id' | 'version' | 'deviceTypeName'>

async function columnsOf({ db }: Ctx, { defectLevel, deviceTypeId, words, note, enabled }: Written) {
  if (deviceTypeId && !(await hasRow(db.selectFrom('device_type').where('id', '=', deviceTypeId))))
    throw new DomainError('grading.device_type', '设备类型（deviceTypeId）：没有这种设备类型')
  return { defect_level: defectLevel, device_type_id: deviceTypeId, words, note, enabled }
}

/** The templates by which grades are suggested, kept by the company. */
export const gradings = defineModule(gradingCalls, {
  enabled: listEnabled,
  suggestion: suggestLevel,

  async list(ctx, { keyword, defectLevel, enabled, ...page }) {
    const matches = templates(ctx)
      .where(
        mentions(sql`array_to_string(g.words, ' ') || ' ' || g.note || ' ' || coalesce(t.name, '')`, keyword),
      )
      .where('g.defect_level', 'in', defectLevel ? [defectLevel] : defectLevels)
      .where('g.enabled', 'in', enabled ? [enabled === '1'] : [true, false])
      .orderBy('g.defect_level')
      .orderBy('t.sort_order', (order) => order.asc().nullsFirst())
      .orderBy('g.id')
    return sysPageOf(matches, page, await labelling(ctx))
  },

  detail: (ctx, { id }) => getTemplate(ctx, id),

  async add(ctx, input) {
    return getTemplate(ctx, await insertRow(ctx.db, 'defect_grading', await columnsOf(ctx, input)))
  },

  async edit(ctx, { id, version, ...input }) {
    const current = await lockRow(ctx.db, 'defect_grading', id)
    requireVersion(current, version, stale('grading', '定级模板'))
    const columns = await columnsOf(ctx, input)
    await updateRow(ctx.db, 'defect_grading', id, { ...columns, version: version + 1 })
    return getTemplate(ctx, id)
  },

  async remove(ctx, { id }) {
    await lockRow(ctx.db, 'defect_grading', id)
    await deleteRow(ctx.db, 'defect_grading', id)
    return null
  },
})
