import type { Finding } from '@heliodesk/contract/ticket-reviews.ts'
import { pointsOf, tickedLines } from '@heliodesk/contract/ticket-content.ts'
import { isHot } from '@heliodesk/contract/ticket-states.ts'
import { toWireTime } from '../../kernel/wire-time.ts'
import { presenceOf, sharedTime } from './presence.ts'
import {
  alteredContent,
  missingSignatures,
  stepsOutOfOrder,
  tooManyCorrections,
  unlistedPeople,
} from './signatures.ts'
import { wasAborted, workingTimes, type Story, type StoryLine } from './story.ts'

const MINUTE_MS = 60_000

/** What a ticket is checked with besides its own story. */
export type Beside = {
  /** Tickets that people of this one worked under around the same time. */
  others: readonly Story[]
  gasMinutes: number
  timeZone: string
}

/** What the automatic checks find on a ticket at its end (domain.md §1.7); a person decides what it is worth. */
export const findingsOf = (story: Story, beside: Beside): Finding[] => [
  ...missingSignatures(story),
  ...unlistedPeople(story, beside.timeZone),
  ...alteredContent(story),
  ...tooManyCorrections(story),
  ...stepsOutOfOrder(story, beside.timeZone),
  ...workOutOfTime(story, beside.timeZone),
  ...(story.kind === 'operation' ? stepsOfSwitching(story) : measuresOfWork(story)),
  ...earthsOfWork(story, beside.timeZone),
  ...missingNames(story),
  ...vagueRisks(story),
  ...lateReadings(story, beside),
  ...overlaps(story, beside),
]

const clock = (at: Date, zone: string) => toWireTime(at, zone).slice(0, 16)

/** Work before it was permitted or planned, and after the ticket was valid. */
function workOutOfTime(story: Story, zone: string): Finding[] {
  const { kind, startedAt, permittedAt, planStart, finishedAt, validUntil, closedAt } = story
  if (kind === 'operation') return []
  const said: string[] = []
  const at = (time: Date) => clock(time, zone)
  if (startedAt && permittedAt && startedAt < permittedAt)
    said.push(`${at(startedAt)} 开工，${at(permittedAt)} 才许可`)
  if (startedAt && planStart && startedAt < planStart)
    said.push(`${at(startedAt)} 开工，计划 ${at(planStart)} 开始`)
  if (finishedAt && validUntil && finishedAt > validUntil)
    said.push(`有效期至 ${at(validUntil)}，没有延期，${at(finishedAt)} 才终结工作`)
  if (closedAt && finishedAt && closedAt < finishedAt)
    said.push(`票 ${at(closedAt)} 终结，工作 ${at(finishedAt)} 才终结`)
  return said.map((says) => ({ reason: 'untimely', says }))
}

const numbers = (places: readonly number[]) => places.map((no) => `第 ${no} 项`).join('、')

/** The numbers of all lines that meet a condition; lines that nobody touched are given as undefined. */
function linesWhere({ content, lines }: Story, meets: (line: StoryLine | undefined) => boolean): number[] {
  const known = new Map(lines.map((line) => [line.no, line]))
  return tickedLines(content).flatMap((_line, at) => (meets(known.get(at + 1)) ? [at + 1] : []))
}

function measuresOfWork(story: Story): Finding[] {
  const { permittedAt } = story
  const open = linesWhere(story, (line) => !line?.tickedAt)
  const late = linesWhere(
    story,
    (line) =>
      permittedAt !== null && line?.tickedAt !== null && line !== undefined && line.tickedAt > permittedAt,
  )
  const found: Finding[] = []
  if (open.length > 0) found.push({ reason: 'unticked', says: `安全措施${numbers(open)}没有打√` })
  if (late.length > 0) found.push({ reason: 'measures', says: `安全措施${numbers(late)}在许可之后才执行` })
  return found
}

function stepsOfSwitching(story: Story): Finding[] {
  const { lines, startedAt, finishedAt } = story
  const isAborted = wasAborted(story)
  const found: Finding[] = []
  const open = isAborted ? [] : linesWhere(story, (line) => !line?.tickedAt)
  if (open.length > 0) found.push({ reason: 'unticked', says: `${numbers(open)}没有打√` })
  const inOrder = [...lines].toSorted((a, b) => a.no - b.no)
  for (const [at, line] of inOrder.entries()) {
    const before = inOrder[at - 1]
    if (before?.tickedAt && line.tickedAt && line.tickedAt < before.tickedAt)
      found.push({ reason: 'sequence', says: `第 ${line.no} 项打√早于第 ${before.no} 项` })
    const parts = [line.calledAt, line.repeatedAt, line.operatedAt, line.tickedAt].filter(
      (each) => each !== null,
    )
    if (parts.some((each, index) => each < (parts[index - 1] ?? each)))
      found.push({ reason: 'sequence', says: `第 ${line.no} 项没有按唱票、复诵、操作、打√的顺序` })
  }
  if (!startedAt) found.push({ reason: 'operationTime', says: '没有操作开始时间' })
  if (!finishedAt && !isAborted) found.push({ reason: 'operationTime', says: '没有操作结束时间' })
  return found
}

/** Earths are there from the permit until the work has ended, and are down when the ticket ends. */
function earthsOfWork(story: Story, zone: string): Finding[] {
  const { kind, earths, content, permittedAt, closedAt } = story
  const found: Finding[] = []
  const say = (says: string) => found.push({ reason: 'measures', says })
  if (kind !== 'operation' && permittedAt) {
    const there = earths.filter(({ installedAt }) => installedAt <= permittedAt).length
    if (there < content.earth.length)
      found.push({
        reason: 'earthNumber',
        says: `应装接地 ${content.earth.length} 处，许可时登记 ${there} 处`,
      })
  }
  const times = kind === 'operation' ? [] : workingTimes(story)
  for (const { name, removedAt, isHanded } of earths) {
    if (!removedAt) say(`${name} 号接地没有拆除`)
    else if (isHanded) continue
    else if (closedAt && removedAt > closedAt)
      say(`${name} 号接地 ${clock(removedAt, zone)} 在票终结之后才拆除`)
    else if (times.some(({ from, until }) => from < removedAt && removedAt < until))
      say(`${name} 号接地 ${clock(removedAt, zone)} 在工作期间拆除`)
  }
  return found
}

const SWITCHES = /断开|合上|拉开|推上|投入|退出|装设|拆除/

/** Places and devices are told by name and number (双重名称). */
function missingNames({ kind, content }: Story): Finding[] {
  const said =
    kind === 'operation'
      ? content.steps.flatMap((step, at) =>
          SWITCHES.test(step) && pointsOf(step).length === 0 && !/\d/.test(step)
            ? [`第 ${at + 1} 项“${step}”没有设备编号`]
            : [],
        )
      : content.places.flatMap(({ place }) => (/\d/.test(place) ? [] : [`工作地点“${place}”没有编号`]))
  return said.map((says) => ({ reason: 'dualName', says }))
}

const EMPTY_WORDS =
  /^(请|要)?(注意|小心|加强|做好|确保|提高)(人身|作业|现场)?(安全|防护|监护|防范|警惕|安全意识)?$/

/** Words that tell nobody what to do. */
function vagueRisks({ content }: Story): Finding[] {
  return content.risks.flatMap(({ risk, control }): Finding[] => {
    const words = control.replaceAll(/[\s，。！!、；]/g, '')
    return words.length < 3 || EMPTY_WORDS.test(words)
      ? [{ reason: 'vagueRisks', says: `危险点“${risk}”的措施只写“${control}”` }]
      : []
  })
}

/** While work with fire goes on, no reading may be older than the company's interval. */
function lateReadings(story: Story, { gasMinutes, timeZone }: Beside): Finding[] {
  if (!isHot(story.kind)) return []
  const readings = story.readings.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime())
  return workingTimes(story).flatMap(({ from, until }): Finding[] => {
    const found: Finding[] = []
    let due = new Date(
      (readings.findLast((at) => at <= from) ?? new Date(0)).getTime() + gasMinutes * MINUTE_MS,
    )
    for (const next of [...readings.filter((at) => at > from && at < until), until]) {
      const missed = due > from ? due : from
      if (missed < next)
        found.push({
          reason: 'gas',
          says: `${clock(missed, timeZone)} 应测定气体，到 ${clock(next, timeZone)} 没有测定`,
        })
      due = new Date(next.getTime() + gasMinutes * MINUTE_MS)
    }
    return found
  })
}

/** Nobody is at work under two tickets at once. */
function overlaps(story: Story, { others, timeZone }: Beside): Finding[] {
  const own = presenceOf(story)
  const said = others
    .filter(({ id }) => id !== story.id)
    .flatMap((other) =>
      presenceOf(other).flatMap((theirs) =>
        own.flatMap((mine) => {
          const shared = sharedTime(mine, theirs)
          if (!shared) return []
          const time = `${clock(shared.from, timeZone)} 至 ${clock(shared.until, timeZone).slice(11)}`
          return [`${mine.name} ${time} 同时在 ${other.number} 作业`]
        }),
      ),
    )
  return [...new Set(said)].map((says) => ({ reason: 'overlap', says }))
}
