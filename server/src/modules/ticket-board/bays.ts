import { verbOf } from '@heliodesk/contract/switching-order.ts'
import type { BoardBay } from '@heliodesk/contract/ticket-board.ts'
import { pointsOf, tickedLines } from '@heliodesk/contract/ticket-content.ts'
import { isRunning } from '@heliodesk/contract/ticket-states.ts'
import type { BoardRow } from './rows.ts'

type Point = BoardBay['points'][number]
type Step = { no: number; text: string }

/** The first line that is not ticked. */
export function nextStep({ content, tickedNos }: Pick<BoardRow, 'content' | 'tickedNos'>): Step | null {
  const done = new Set(tickedNos)
  const at = tickedLines(content).findIndex((_line, place) => !done.has(place + 1))
  return at < 0 ? null : { no: at + 1, text: tickedLines(content)[at]?.text ?? '' }
}

/** What a ticket isolates, or switches; null if it touches no point, or has ended. */
export function bayOf(row: BoardRow): BoardBay | null {
  if (row.stamp !== null) return null
  const bay = row.kind === 'operation' ? ofSwitching(row) : ofWork(row)
  return bay.points.length > 0 ? { ticketId: row.id, ticketNo: row.number ?? '', ...bay } : null
}

type Bay = Omit<BoardBay, 'ticketId' | 'ticketNo'>

function ofWork(row: BoardRow): Bay {
  const { content, tickedNos, points, state, task } = row
  const runs = isRunning(state)
  const done = new Set(tickedNos)
  const lines = tickedLines(content)
  const opened = new Set(
    lines.flatMap(({ group, text }, at) => (group === 'isolate' && done.has(at + 1) ? pointsOf(text) : [])),
  )
  const [first, ...others] = content.places
  return {
    name: first ? `${first.place}${others.length > 0 ? ` 等 ${others.length + 1} 处` : ''}` : task,
    state: runs ? 'isolated' : 'planned',
    stateLabel: runs ? (state === 'toClose' ? '待恢复' : '检修') : opened.size > 0 ? '正在布置' : '待隔离',
    points: points.map(({ name, reliesOn }) => ({
      name,
      device: 'switch',
      isOpen: runs || opened.has(name) ? true : null,
      isNext: false,
      reliesOn,
    })),
    next: null,
  }
}

function ofSwitching(row: BoardRow): Bay {
  const { content, tickedNos, state, task } = row
  const isGoingOn = state === 'operating' || state === 'paused'
  const done = new Set(tickedNos)
  const next = isGoingOn ? nextStep(row) : null
  const found = new Map<string, Point>()
  for (const [at, text] of content.steps.entries()) {
    const verb = verbOf(text.trim())
    if (verb === null || verb === 'test') continue
    for (const name of pointsOf(text)) {
      const device = verb === 'earth' || verb === 'unearth' ? 'earth' : 'switch'
      const isOpen = verb === 'open' || verb === 'unearth'
      const before = found.get(name)
      found.set(name, {
        name,
        device,
        // Until it is switched it stands as it did, which is the opposite.
        isOpen: done.has(at + 1) ? isOpen : before ? before.isOpen : !isOpen,
        isNext: (before?.isNext ?? false) || next?.no === at + 1,
        reliesOn: null,
      })
    }
  }
  return {
    name: task,
    state: isGoingOn ? 'switching' : 'planned',
    stateLabel: isGoingOn
      ? `${state === 'paused' ? '暂停' : '操作中'} ${done.size}/${content.steps.length}`
      : state === 'toClose'
        ? '操作完毕'
        : '待操作',
    points: [...found.values()],
    next: next && `第 ${next.no} 步 ${next.text}`,
  }
}
