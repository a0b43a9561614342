import { oaCalls } from '@heliodesk/contract/oa.ts'
import { z } from 'zod'
import { DAY, dayOf, earlierAtWork, laterAtWork } from '../../kernel/first-data/calendar.ts'
import { readJson } from '../../kernel/first-data/data-file.ts'
import { offerFirstData, type DemoCompany } from '../../kernel/first-data/offer.ts'
import { entryOf, present } from '../../platform/certain.ts'
import { act, complete } from '../workflow/index.ts'
import { addRequest } from './requests.ts'

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
  request: z.object({ kind: z.enum(['leave', 'purchase']), form: z.record(z.string(), z.unknown()) }),
  /** Of a leave: in how many days it begins, and how many days it is. */
  startsIn: z.int().optional(),
  days: z.int().optional(),
  decisions: z.array(decision),
})

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
  const byName = new Map(people.map((person) => [person.username, { ...person, relatedPsas: [] }]))
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
    const form = { ...asked.form, ...period }
    const { request: checked } = oaCalls.apply.input.parse({ request: { kind: asked.kind, form } })
    const { processInstanceId } = await addRequest({ db, now: new Date(at) }, checked, applicant)
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

offerFirstData('oa', { after: ['users', 'workflow'], demo: addRequests })
