import type { Bounds } from './bpmn.ts'
import { goesOn, type Choice, type Step } from './model.ts'

/** Sizes of the drawing, as in the processes that come with the product. */
export const TASK = { width: 136, height: 60 }
export const GATEWAY = 40
export const EVENT = 30
export const GAP = 52
/** Between rows, for the flows of refusals, and for the labels of flows. */
export const CHANNEL = 12
const LABEL = 22

const WIDE = /[\u2E80-\uFFFF]/u
export const textWidth = (text: string, size: number) =>
  Array.from(text).reduce((sum, each) => sum + (WIDE.test(each) ? 1 : 0.6), 0) * size + 8

/** The room that something takes: to the right, and above and below the line on which it stands. */
export type Room = { width: number; up: number; down: number }

/** The drawing of a locked part: its box, and the height of its entrance. */
export type LockedDrawing = { box: Bounds; entrance: number }

export const gatewayWidth = (name: string) => Math.max(GATEWAY, textWidth(name, 12))

/** Which refusals leave the steps: to the starter, or to the end. */
export type Drains = { amend: boolean; end: boolean }

export function drainsOf(steps: readonly Step[], lockedDrains: (id: string) => boolean): Drains {
  const drains = { amend: false, end: false }
  for (const step of steps) {
    if (step.kind === 'approval') drains[step.refusal] = true
    if (step.kind === 'locked' && lockedDrains(step.id)) drains.amend = true
    if (step.kind !== 'choice') continue
    for (const { steps: inner } of step.branches) {
      const { amend, end } = drainsOf(inner, lockedDrains)
      drains.amend ||= amend
      drains.end ||= end
    }
  }
  return drains
}

const channels = ({ amend, end }: Drains) => (Number(amend) + Number(end)) * CHANNEL

export type Rows = {
  /** From the middle of the gateway to the first step of a branch. */
  lead: number
  widest: number
  /** The lines of the branches, below the choice's own, and their lower borders. */
  lines: number[]
  borders: number[]
  drains: Drains
}

/** How large everything is. */
export class Measure {
  readonly #locked: (id: string) => LockedDrawing
  readonly #lockedDrains: (id: string) => boolean

  constructor(locked: (id: string) => LockedDrawing, lockedDrains: (id: string) => boolean) {
    this.#locked = locked
    this.#lockedDrains = lockedDrains
  }

  drains = (steps: readonly Step[]) => drainsOf(steps, this.#lockedDrains)

  row(steps: readonly Step[]): Room {
    const rooms = steps.map((step) => this.step(step))
    return {
      width: rooms.reduce((sum, { width }) => sum + width, 0) + GAP * Math.max(rooms.length - 1, 0),
      up: Math.max(LABEL, ...rooms.map(({ up }) => up)),
      down: Math.max(6, ...rooms.map(({ down }) => down)),
    }
  }

  step(step: Step): Room {
    switch (step.kind) {
      case 'approval':
        return { width: TASK.width + GAP + gatewayWidth('审批结果'), up: GATEWAY / 2 + LABEL, down: 50 }
      case 'handling':
      case 'copy':
        return { width: TASK.width, up: TASK.height / 2, down: TASK.height / 2 }
      case 'wait':
        return { width: Math.max(EVENT, textWidth(step.name, 12)), up: EVENT / 2, down: EVENT / 2 + LABEL }
      case 'locked': {
        const { box, entrance } = this.#locked(step.id)
        return { width: box.width, up: entrance - box.y, down: box.y + box.height - entrance }
      }
      case 'choice':
        return this.#choice(step)
    }
  }

  /** Where the branches of a choice run: the first on the line of the choice, the others below it. */
  rows({ branches }: Choice): Rows {
    const rooms = branches.map(({ steps }) => this.row(steps))
    const drains = branches.map(({ steps }) => this.drains(steps))
    const lines: number[] = []
    const borders: number[] = []
    for (const [at, room] of rooms.entries()) {
      const above = borders.at(-1)
      const line = above === undefined ? 0 : above + CHANNEL + room.up
      lines.push(line)
      borders.push(line + room.down + channels(drains[at] ?? { amend: false, end: false }))
    }
    return {
      lead: GATEWAY / 2 + Math.max(...branches.map(({ name }) => textWidth(name, 11))) + 24,
      widest: Math.max(...rooms.map(({ width }) => width)),
      lines,
      borders,
      drains: {
        amend: drains.some(({ amend }) => amend),
        end: drains.some(({ end }) => end),
      },
    }
  }

  #choice(choice: Choice): Room {
    const { lead, widest, borders, drains } = this.rows(choice)
    const [first] = choice.branches
    const join = goesOn([choice]) ? GATEWAY : 0
    return {
      width: gatewayWidth(choice.name) / 2 + lead + widest + 24 + channels(drains) + join,
      up: Math.max(GATEWAY / 2 + LABEL, this.row(first?.steps ?? []).up),
      down: Math.max(GATEWAY / 2 + 4, ...borders.slice(-1)),
    }
  }
}
