import type { approvalCalls } from '@heliodesk/contract/approvals.ts'
import type { Output } from '@heliodesk/contract/call.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/context.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { compiledById, linesOfNotes, type Process, type Progress } from '../workflow/index.ts'
import { submitted } from './activities.ts'
import { filesByEvent } from './attachments.ts'
import { activityOf, eventsOf, isTold } from './events.ts'
import { Teller } from './teller.ts'
import { candidates, readInstance, type Asker } from './views.ts'

type Moments = Output<typeof approvalCalls.moments>

/** More than a person steps through; of a longer history the latest are told. */
const MOST_MOMENTS = 500

/** 11-21 16:20 */
const shortly = (zone: string) => (at: Date) => toWireTime(at, zone).slice(5, 16)

/** The names of those who could take each task of an instance. */
async function candidatesOf({ db }: Asker, id: string): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ task_id: number; names: string }>`
    select c.task_id, coalesce(string_agg(case c.kind when 'user' then u.realname else r.role_name end, '、'
      order by c.kind desc, c.ref), '') as names
    from ${candidates} c
    left join app_user u on u.tenant_id = c.tenant_id and u.id = case c.kind when 'user' then c.ref::bigint end
    left join role r on c.kind = 'role' and r.tenant_id = c.tenant_id and r.role_code = c.ref
    where c.instance_id = ${id} group by c.task_id`.execute(db)
  return new Map(rows.map(({ task_id, names }) => [task_id, names]))
}

/** How far an instance has come, as its picture shows it. `person`: whose steps are emphasised. */
export async function progressOf(
  asker: Asker,
  id: string,
  process: Process,
  person: string | undefined,
): Promise<Progress> {
  const teller = new Teller(process, await candidatesOf(asker, id), shortly(asker.who.timeZone))
  for (const event of await eventsOf(asker, id, process)) teller.past.add(event)
  const holders = teller.holders()
  const isOwn = (node: string) =>
    person !== undefined &&
    [...(holders.get(node) ?? []), ...(teller.past.visitOf(node)?.by ?? [])].includes(person)
  return {
    marks: teller.marks(),
    notes: teller.notes(),
    returns: teller.returns(),
    own: new Set([...process.nodes.keys()].filter(isOwn)),
  }
}

/** The moments of an instance: each line of its history, with what it changed in the picture. */
export async function listMoments(asker: Ctx, id: string): Promise<Moments> {
  const { definition_id, starter, startTime } = await readInstance(asker, id)
  const compiled = await compiledById(asker.db, definition_id)
  const { timeZone } = asker.who
  const teller = new Teller(compiled.process, await candidatesOf(asker, id), shortly(timeZone))
  const events = await eventsOf(asker, id, compiled.process)
  const filesAt = await filesByEvent(asker, id)
  const told = events.flatMap((event, at) => (isTold(event) ? [at] : []))
  // The steps that an early end closes are told before it in the log.
  const begins = told.map((at) => {
    let begin = at
    if (['voided', 'withdrawn'].includes(events[at]?.kind ?? ''))
      while (events[begin - 1]?.kind === 'drop') begin -= 1
    return begin
  })
  const omitted = Math.max(0, told.length + 1 - MOST_MOMENTS)
  const shown = new Map<string, string>()
  const moments: Moments['moments'] = []
  for (const [place, begin] of [0, ...begins].entries()) {
    for (const event of events.slice(begin, begins[place] ?? events.length)) teller.past.add(event)
    if (place < omitted) continue
    const event = events[told[place - 1] ?? -1]
    moments.push({
      ...(event
        ? activityOf(event, timeZone, filesAt(event.seq))
        : submitted(starter, toWireTime(startTime, timeZone))),
      holders: [...new Set([...teller.holders().values()].flat())],
      changes: changesOf(teller, compiled, shown),
    })
  }
  return { omitted, moments }
}

/** What is shown otherwise than before; notes it in `shown`. */
function changesOf(
  teller: Teller,
  compiled: Parameters<typeof linesOfNotes>[0],
  shown: Map<string, string>,
): Moments['moments'][number]['changes'] {
  const lines = linesOfNotes(compiled, teller.notes())
  for (const { id, title } of teller.returns()) lines.set(id, [title])
  return [...teller.marks()].flatMap(([id, mark]) => {
    const change = { id, mark, lines: lines.get(id) ?? [] }
    const text = JSON.stringify(change)
    if (shown.get(id) === text) return []
    shown.set(id, text)
    return [change]
  })
}
