import { faultsOf } from '@heliodesk/contract/form-faults.ts'
import { formDefinition } from '@heliodesk/contract/form-fields.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { DAY, dayOf, earlierAtWork, laterAtWork } from '../../kernel/first-data/calendar.ts'
import { readJson } from '../../kernel/first-data/data-file.ts'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { hasRow } from '../../kernel/one-row.ts'
import { entryOf, present } from '../../platform/certain.ts'
import type { Db } from '../../platform/postgres.ts'
import { act, complete } from '../workflow/index.ts'
import { addRequest } from './requests.ts'

const shippedForm = z.strictObject({
  key: z.string(),
  prefix: z.string(),
  about: z.string(),
  definition: formDefinition,
})

/** The forms that come with the product, in the company's first version of each; later versions are its own. */
async function addForms(db: Db): Promise<void> {
  for (const form of readJson(new URL('./first-data/forms.json', import.meta.url), z.array(shippedForm))) {
    const { definition, ...head } = form
    const faults = faultsOf(definition)
    if (faults.length > 0)
      throw new Error(`form ${form.key}: ${faults.map(({ message }) => message).join('; ')}`)
    if (await hasRow(db.selectFrom('oa_form').where('key', '=', form.key))) continue
    const at = new Date()
    await db
      .insertInto('oa_form')
      .values({ ...head, current_version: 1, updated_at: at })
      .execute()
    await db
      .insertInto('oa_form_version')
      .values({ form_key: form.key, version: 1, definition: JSON.stringify(definition), published_at: at })
      .execute()
  }
}

const decision = z.strictObject({
  by: z.string(),
  /** Of working time after the step before. */
  minutes: z.int(),
  outcome: z.enum(['approve', 'reject']),
  opinion: z.string(),
})

/** People by their user names. */
const request = z.strictObject({
  by: z.string(),
  daysAgo: z.int(),
  request: z.object({ kind: z.string(), form: z.record(z.string(), z.unknown()) }),
  /** Of a leave: in how many days it begins, and how many days it is. */
  startsIn: z.int().optional(),
  days: z.int().optional(),
  decisions: z.array(decision),
})

/** Dates that are written as days from now, such as `-3 days`. */
function withDays(value: unknown, now: Date): unknown {
  if (Array.isArray(value)) return value.map((each) => withDays(each, now))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withDays(each, now)]))
  const [, days] = (typeof value === 'string' && /^(-?\d+) days$/.exec(value)) || []
  return days === undefined ? value : dayOf(now.getTime() + Number(days) * DAY)
}

/** Adds requests at every stage of their approval; the same at every start except for the dates. */
async function addRequests({ db, now }: DemoCompany): Promise<void> {
  const people = await db
    .selectFrom('app_user as u')
    .innerJoin('department as d', 'd.id', 'u.department_id')
    .select([
      'u.id as userId',
      'u.username',
      'u.realname',
      'u.has_all_data as hasAllData',
      'd.org_code as orgCode',
    ])
    .execute()
  const { timeZone } = await db
    .selectFrom('tenant')
    .select('time_zone as timeZone')
    .where('id', '=', sql<number>`app.tenant_id()`)
    .executeTakeFirstOrThrow()
  const byName = new Map(
    people.map((person) => [
      person.username,
      { ...person, relatedPsas: [], moves: [], narrowing: null, timeZone },
    ]),
  )
  const written = readJson(new URL('./first-data/requests.json', import.meta.url), z.array(request))
  for (const [index, { by, daysAgo, request: asked, startsIn, days, decisions }] of written.entries()) {
    const applicant = byName.get(by)
    if (!applicant) continue
    // Staggers the times.
    let at = earlierAtWork(now.getTime() - daysAgo * DAY, 40 + index * 47)
    const period = startsIn !== undefined && {
      from: dayOf(now.getTime() + startsIn * DAY),
      until: dayOf(now.getTime() + (startsIn + present(days) - 1) * DAY),
      days,
    }
    const form = { ...(withDays(asked.form, now) as object), ...period }
    const { processInstanceId } = await addRequest(
      { db, now: new Date(at), who: applicant },
      { kind: asked.kind, form },
    )
    for (const { by: decider, minutes, outcome, opinion } of decisions) {
      at = Math.min(laterAtWork(at, minutes), now.getTime())
      const ctx = { db, now: new Date(at), who: entryOf(byName, decider) }
      await act(ctx, processInstanceId, (run, person) => {
        const [taskId] = run.state.tasks.keys()
        complete(run, present(taskId), person, { outcome, opinion })
      })
    }
  }
}

offerFirstData('oa', {
  after: ['users', 'workflow'],
  standard: addForms,
  renew: addForms,
  demo: addRequests,
})
