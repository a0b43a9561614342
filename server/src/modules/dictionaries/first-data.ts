import { sql } from 'kysely'
import { z } from 'zod'
import { readTable } from '../../kernel/first-data/data-file.ts'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'

const dictionaryRow = { dict_code: z.string(), dict_name: z.string(), description: z.string() }

/** `above` is the value of the item one level up, in dictionaries with two levels. */
const itemRow = { dictionary: z.string(), value: z.string(), text: z.string(), above: z.string().optional() }

const fileOf = (name: string) => new URL(`./first-data/${name}.csv`, import.meta.url)

async function addDictionaries(
  db: Db,
  kind: 'standard' | 'demo',
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  const isBuiltIn = kind === 'standard'
  const dictionaries = readTable(fileOf(`${kind}-dictionaries`), dictionaryRow).filter(
    ({ dict_code: code }) => !known.has(code),
  )
  if (dictionaries.length === 0) return
  const rows = dictionaries.map((row) => ({ ...row, built_in: isBuiltIn }))
  await insertRows(db, 'dictionary', rows)
  const items = readTable(fileOf(`${kind}-items`), itemRow).filter(({ dictionary }) => !known.has(dictionary))
  for (const level of [items.filter(({ above }) => !above), items.filter(({ above }) => above)])
    await sql`
      insert into dictionary_item (dictionary_id, parent_id, item_text, item_value, sort_order)
      select d.id, p.id, item.text, item.value,
        10 * row_number() over (partition by d.id, p.id order by item.ordinality)
      from rows from (jsonb_to_recordset(${JSON.stringify(level)}::jsonb)
          as (dictionary text, value text, text text, above text)) with ordinality as item (dictionary, value, text, above)
        join dictionary d on d.dict_code = item.dictionary
        left join dictionary_item p on p.dictionary_id = d.id and p.item_value = item.above
      order by item.ordinality`.execute(db)
}

/** Formerly built in: device types are now the tree of the device ledger. */
const FORMER = ['deviceType']

/** Former built-in dictionaries become the company's own, which it may keep or delete. */
async function releaseFormer(db: Db): Promise<void> {
  await db
    .updateTable('dictionary')
    .set({ built_in: false })
    .where('dict_code', 'in', FORMER)
    .where('built_in', '=', true)
    .execute()
}

/** Adds dictionaries that a newer version brought. */
async function renewDictionaries(db: Db): Promise<void> {
  await releaseFormer(db)
  const known = await db.selectFrom('dictionary').select('dict_code').execute()
  await addDictionaries(db, 'standard', new Set(known.map(({ dict_code: code }) => code)))
}

offerFirstData('dictionaries', {
  standard: (db) => addDictionaries(db, 'standard'),
  renew: renewDictionaries,
  demo: ({ db }) => addDictionaries(db, 'demo'),
})
