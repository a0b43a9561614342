import type { Play } from './play.fixture.ts'
import { giveBack, returnTargets } from './returning.ts'
import type { Run } from './run.ts'
import { addSigner, claim, complete, transfer } from './signing.ts'
import type { Task, Timer } from './state.ts'

/** A stream of random choices, the same each time for the same numbers; after the last the first. */
export function chooser(numbers: readonly number[]) {
  let at = 0
  return (count: number): number => {
    at += 1
    return (numbers[at % numbers.length]! + at * 7919) % count
  }
}

type Choose = ReturnType<typeof chooser>

/** What is done next; `timer` and `call` say what comes due or ends, for those who need no actor. */
export type Operation = {
  name: string
  actor: string
  step: (run: Run) => void
  timer?: Timer
  /** The token whose called process ends. */
  call?: number
}

/** What the process that random processes call gives back. */
export const CALL_RESULT = {
  inner: {
    outcome: 'approve',
    nrOfInstances: 1,
    nrOfCompletedInstances: 1,
    nrOfActiveInstances: 0,
    nrApproved: 1,
    nrRejected: 0,
  },
}

const fired = (timer: Timer): Operation => ({
  name: 'timer',
  actor: '',
  timer,
  step: (run) => run.timer(timer.token, timer.round, timer.node),
})

const called = (token: number): Operation => ({
  name: 'call',
  actor: '',
  call: token,
  step: (run) => run.served(token, CALL_RESULT),
})

const actorOf = ({ assignee, candidates }: Task, choose: Choose): string =>
  assignee ?? candidates[choose(candidates.length)]!.ref

/** What goes on without a person: a timer, or a called process that ends. */
function byItself({ timers, away }: Play, choose: Choose): Operation | null {
  const at = choose(timers.length + away.length || 1)
  if (timers[at]) return fired(timers[at])
  const token = away[at - timers.length]
  return token ? called(token.id) : null
}

/** One random operation on an instance; `others` are people it may be given to. */
export function chosen(play: Play, choose: Choose, others: readonly string[]): Operation {
  const { open } = play
  const alone = open.length === 0 || choose(6) === 0 ? byItself(play, choose) : null
  if (alone) return alone
  if (choose(60) === 0) {
    const status = choose(2) === 0 ? 'voided' : 'withdrawn'
    return { name: status, actor: play.state.starter, step: (run) => run.end(status, '不再需要') }
  }
  const task = open[choose(open.length)]!
  const actor = actorOf(task, choose)
  const person = { id: actor, roles: [] }
  const does = (name: string, step: (run: Run) => void): Operation => ({ name, actor, step })
  const other = others[choose(others.length)]!
  const operation = choose(12)
  if (operation === 7 || operation === 8) {
    const targets = play.act((run) => returnTargets(run, task))
    const to = targets[choose(targets.length + 1)]
    if (to !== undefined) return does('return', (run) => giveBack(run, task.id, person, to, '重做'))
  }
  if (operation === 9) return does('transfer', (run) => transfer(run, task.id, person, other, ''))
  if (operation === 10) {
    const when = (['before', 'after', 'beside'] as const)[choose(3)]!
    return does(`add ${when}`, (run) => addSigner(run, task.id, person, { to: other, when, opinion: '' }))
  }
  if (operation === 11 && task.assignee === null) return does('claim', (run) => claim(run, task.id, person))
  const variables = {
    again: choose(4) === 0,
    stop: choose(8) === 0,
    way1: choose(2) === 0,
    way2: choose(2) === 0,
  }
  const outcome = choose(3) === 0 ? 'reject' : 'approve'
  return does(outcome, (run) => complete(run, task.id, person, { outcome, opinion: '', variables }))
}

/** What leads to the end: everybody agrees, timers come due, called processes end. */
export function onward(play: Play): Operation {
  const [task] = play.open
  if (!task) return byItself(play, () => 0)!
  const actor = actorOf(task, () => 0)
  const completion = { outcome: 'approve', opinion: '', variables: { again: false, stop: false } } as const
  return {
    name: 'approve',
    actor,
    step: (run) => complete(run, task.id, { id: actor, roles: [] }, completion),
  }
}
