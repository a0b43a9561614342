import {
  expectedOf,
  sentenceOf,
  type ActionCode,
  type Condition,
  type Position,
  type Situation,
  type State,
} from './table.ts'

/** A model of one order and three people, by the written rules alone. */

export const actors = ['管理员', '站长', '运维'] as const
export type Actor = (typeof actors)[number]

/** Photos are left out: who took each decides about them. */
export const moves = [
  'assign',
  'claim',
  'reassign',
  'reschedule',
  'start',
  'save',
  'submit',
  'pass',
  'reject',
  'extend',
  'audit',
  'terminate',
  'insurance',
] as const satisfies readonly ActionCode[]
export type MoveName = (typeof moves)[number]

export type Move = {
  actor: Actor
  action: MoveName
  /** Whom an order is given to, and whether the other one helps. */
  liable: '管理员' | '运维'
  isAssisted: boolean
  /** Whether the sender saw the newest version. */
  isOld: boolean
  /** Whether a submission has its hours. */
  isComplete: boolean
  /** Whether a request is agreed to. */
  agrees: boolean
  /** Moves the plan into the past. */
  intoPast: boolean
  /** Tells plans of different steps apart. */
  minute: number
}

export type Plan = { start: string | null; end: string | null }

/** The answer that is expected: what the order is then, or the words of the refusal. */
export type Outcome = { refusal: string | null; permission: string | null }

/** A later end than that of any plan here. */
export const REASSIGNED_END = '2040-12-31 18:00:00'

export class OrderModel {
  readonly taskType: number
  state: State = '1/1'
  version = 1
  liable: Actor | null = null
  assistants: Actor[] = []
  asker: Actor | null = null
  extended = 0
  plan: Plan
  readonly history: string[] = ['create']
  readonly hands = new Set<Actor>()
  #askedEnd: string | null = null

  constructor(taskType: number, plan: Plan) {
    this.taskType = taskType
    this.plan = plan
  }

  copy(): OrderModel {
    const copy = new OrderModel(this.taskType, { ...this.plan })
    copy.state = this.state
    copy.version = this.version
    copy.liable = this.liable
    copy.assistants = [...this.assistants]
    copy.asker = this.asker
    copy.extended = this.extended
    copy.history.push(...this.history.slice(1))
    for (const hand of this.hands) copy.hands.add(hand)
    copy.#askedEnd = this.#askedEnd
    return copy
  }

  get isPast(): boolean {
    return this.plan.end !== null && this.plan.end < '2026'
  }

  #executes(actor: Actor): boolean {
    return this.liable === actor || this.assistants.includes(actor)
  }

  #position({ actor, action }: Move): Position {
    if (actor === '站长') return '站长'
    if (actor === '运维')
      return this.liable === actor ? '负责人' : this.#executes(actor) ? '协作人' : '班组他人'
    // A person’s own request, and not their own work, bars them from deciding about it.
    if (action === 'audit') return this.asker === actor ? '管理员负责' : '管理员'
    if (this.#executes(actor)) return '管理员负责'
    return this.hands.has(actor) ? '管理员曾作业' : '管理员'
  }

  #situation({ action }: Move): Situation {
    const hasPlan = action === 'extend' ? this.plan.end !== null : this.plan.start !== null
    const isDamage = this.taskType === 7
    switch (action) {
      case 'extend':
        if (this.asker !== null) return '有申请'
        if (!hasPlan) return '无计划'
        return this.extended > 0 ? '已延期' : this.isPast ? '已超期' : '普通'
      case 'reschedule':
        return this.asker !== null ? '有申请' : hasPlan ? '普通' : '无计划'
      case 'audit':
        return this.asker !== null ? '有申请' : '普通'
      case 'pass':
      case 'reject':
      case 'insurance':
        return isDamage ? '故障' : '普通'
      default:
        return '普通'
    }
  }

  /** What becomes of a move; the model takes it if it is allowed. */
  take(move: Move, nameOf: (actor: Actor) => string): Outcome {
    const conditions: Condition[] = move.isOld ? ['旧版本'] : []
    const { action } = move
    const { state } = this
    const expected = expectedOf({
      situation: this.#situation(move),
      state,
      action,
      position: this.#position(move),
      conditions,
    })
    if (!expected.allowed) {
      const { why } = expected
      if (why.startsWith('!')) return { refusal: null, permission: why.slice(1) }
      const liable = this.liable === null ? '' : nameOf(this.liable)
      return { refusal: sentenceOf(why, { state, action, liable }), permission: null }
    }
    if (action === 'submit' && !move.isComplete)
      return { refusal: '还不能提交，还差 工时：未填写工时', permission: null }
    if (action === 'reassign' && this.liable === move.liable)
      return { refusal: `工单已由 ${nameOf(move.liable)} 负责，请选择其他人`, permission: null }
    this.#become(expected.state, move)
    return { refusal: null, permission: null }
  }

  #become(state: State, move: Move): void {
    const { actor, action, liable } = move
    const other = liable === '管理员' ? '运维' : '管理员'
    if (this.asker !== null && ['submit', 'reassign', 'terminate'].includes(action)) {
      this.asker = null
      this.#note('extensionEnd')
    }
    this.state = state
    if (action === 'audit') this.#decide(move.agrees)
    else this.#note(action)
    if (action === 'assign') {
      this.liable = liable
      this.assistants = move.isAssisted ? [other] : []
      this.plan = firstPlan
    } else if (action === 'claim') this.liable = actor
    else if (action === 'reassign') {
      this.liable = liable
      this.assistants = this.assistants.filter((each) => each !== liable)
      this.plan = { ...this.plan, end: REASSIGNED_END }
    } else if (action === 'reschedule') this.plan = planOf(move)
    else if (action === 'extend') {
      this.asker = actor
      this.#askedEnd = hourAfter(this.plan.end)
    }
    if (['start', 'save', 'submit'].includes(action)) this.hands.add(actor)
  }

  #decide(agrees: boolean): void {
    this.asker = null
    this.#note(agrees ? 'extensionAgree' : 'extensionRefuse')
    if (!agrees) return
    this.extended += 1
    this.plan = { ...this.plan, end: this.#askedEnd }
  }

  #note(event: string): void {
    this.version += 1
    this.history.push(event)
  }
}

export const firstPlan = { start: '2030-01-01 08:00:00', end: '2030-01-02 18:00:00' }

const wire = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** A plan that differs from that of any other step. */
export function planOf({ minute, intoPast }: Pick<Move, 'minute' | 'intoPast'>) {
  const from = Date.UTC(intoPast ? 2025 : 2031, 2, 1, 8, minute)
  return { start: wire(from), end: wire(from + 26 * 3_600_000) }
}

/** An end that extends a plan within what companies allow. */
export const hourAfter = (end: string | null): string =>
  wire(Date.parse(`${(end ?? firstPlan.end).replace(' ', 'T')}Z`) + 3_600_000)
