import { defectLevels } from '@heliodesk/contract/defect-levels.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { listOf, readTable } from '../../kernel/first-data/data-file.ts'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { hasRow } from '../../kernel/one-row.ts'
import type { Db } from '../../platform/postgres.ts'

const gradings = readTable(new URL('./first-data/gradings.csv', import.meta.url), {
  level: z.enum(defectLevels),
  /** The code of the device type. */
  type: z.string().optional(),
  words: listOf(z.string()).nonoptional(),
  note: z.string(),
})

/** The templates of domain.md §3, for a company that has none; not for device types that it has not. */
async function addGradings(db: Db): Promise<void> {
  if (await hasRow(db.selectFrom('defect_grading'))) return
  await sql`
    insert into defect_grading (defect_level, device_type_id, words, note)
    select g.level, t.id, g.words, g.note
    from rows from (jsonb_to_recordset(${JSON.stringify(gradings)}::jsonb)
        as (level text, type text, words text[], note text)) with ordinality as g (level, type, words, note, place)
    left join device_type t on t.code = g.type
    where g.type is null or t.id is not null
    order by g.place`.execute(db)
}

offerFirstData('defects', { after: ['devices'], standard: addGradings, renew: addGradings })
