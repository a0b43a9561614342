import { checkCalls } from '@heliodesk/contract/checks.ts'
import { z } from 'zod'
import { readJson } from '../../kernel/first-data/data-file.ts'
import { offerFirstData } from '../../kernel/first-data/offer.ts'
import { insertRows } from '../../platform/insert-rows.ts'
import type { Db } from '../../platform/postgres.ts'

/** Adds the rules of a file that the company lacks; existing ones stay unchanged. */
async function addMissingRules(db: Db, file: string, isBuiltIn: boolean): Promise<void> {
  const rules = readJson(new URL(`./first-data/${file}.json`, import.meta.url), z.array(checkCalls.add.input))
  const rows = await db.selectFrom('check_rule').select('rule_code').execute()
  const known = new Set(rows.map((row) => row.rule_code))
  await insertRows(
    db,
    'check_rule',
    rules
      .filter(({ ruleCode }) => !known.has(ruleCode))
      .map(({ ruleCode, ruleName, description, segments }) => ({
        rule_code: ruleCode,
        rule_name: ruleName,
        description,
        segments,
        built_in: isBuiltIn,
      })),
  )
}

/** Forms of the product refer to the standard rules; companies define them as they need. */
const addStandardRules = (db: Db) => addMissingRules(db, 'standard-rules', true)

offerFirstData('checks', {
  standard: addStandardRules,
  renew: addStandardRules,
  demo: ({ db }) => addMissingRules(db, 'demo-rules', false),
})
