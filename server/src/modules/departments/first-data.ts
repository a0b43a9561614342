import { sql } from 'kysely'
import { z } from 'zod'
import { readTable } from '../../kernel/first-data/data-file.ts'
import { idsBy } from '../../kernel/first-data/ids.ts'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'

const departmentRow = { company: z.string(), org_code: z.string(), name: z.string() }

/** Adds departments by org code; the parent's code is one segment shorter. Returns their ids. */
export async function createDepartments(
  db: Db,
  departments: readonly (readonly [orgCode: string, name: string])[],
): Promise<Map<string, string>> {
  const rows = departments.map(([orgCode, name], at) => ({ org_code: orgCode, name, sort_order: at + 1 }))
  await insertRows(db, 'department', rows)
  await sql`update department child set parent_id = parent.id from department parent
    where parent.org_code = left(child.org_code, -3)`.execute(db)
  return idsBy(db, 'department', 'org_code')
}

offerFirstData('departments', {
  async demo({ db, name }) {
    const rows = readTable(new URL('./first-data/departments.csv', import.meta.url), departmentRow)
    await createDepartments(
      db,
      rows.filter(({ company }) => company === name).map((row) => [row.org_code, row.name]),
    )
  },
})
