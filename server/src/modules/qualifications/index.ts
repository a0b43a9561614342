import {
  qualificationCalls,
  qualificationQuery,
  qualificationTitles,
} from '@heliodesk/contract/qualifications.ts'
import { defineModule } from '../../kernel/context.ts'
import { cellsOf } from '../../kernel/cursor.ts'
import { offerExport } from '../../kernel/export-kind.ts'
import { withoutNumber } from '../../kernel/identity-numbers.ts'
import { businessPageOf, countOf } from '../../kernel/paging.ts'
import { addQualification, renewQualification, revokeQualification } from './changes.ts'
import './first-data.ts'
import { matching, ownPeople, showQualification, toQualification } from './read.ts'

export { certificatesOf } from './read.ts'

const exported = Object.keys(qualificationTitles) as (keyof typeof qualificationTitles)[]

offerExport('qualifications', {
  columns: exported.map((field) => ({ title: qualificationTitles[field], type: 'text', width: 20 })),
  async open(ctx, query) {
    const rows = await matching(ctx, qualificationQuery.parse(query))
    const pages = cellsOf(ctx.db, 'exported_qualifications', rows, (row) => {
      const shown = toQualification(row, ctx)
      return exported.map((field) => (field === 'voltage' ? `${shown.voltage} kV` : shown[field]))
    })
    return { rowCount: await countOf(rows), pages }
  },
})

export const qualifications = defineModule(qualificationCalls, {
  page: async (ctx, { curPage, size, ...query }) =>
    businessPageOf(await matching(ctx, query), { curPage, size }, (row) =>
      withoutNumber(ctx, toQualification(row, ctx)),
    ),
  detail: (ctx, { id }) => showQualification(ctx, id),
  people: (ctx) =>
    ownPeople(ctx)
      .select(['u.id', 'u.realname', 'u.work_no as workNo', 'd.name as departName'])
      .orderBy('u.name_place')
      .orderBy('u.id')
      .execute(),
  add: addQualification,
  renew: renewQualification,
  revoke: revokeQualification,
})
