import { compile } from './compile.ts'
import { expectSound, Play } from './play.fixture.ts'
import { giveBack } from './returning.ts'
import { complete } from './signing.ts'
import type { Outcome, Task } from './state.ts'
import { expectTold } from './told.fixture.ts'

// The moves of the tests: after each, the state is sound, and the history tells it.

export const played = async (xml: string, variables = {}) => new Play((await compile(xml)).process, variables)

export const whose = ({ assignee }: Task) => ({ id: assignee!, roles: [] })

function expectRight(play: Play) {
  expectSound(play)
  expectTold(play.process, play.state, play.history)
}

export function completed(play: Play, task: Task, outcome: Outcome = 'approve', variables = {}) {
  play.act((run) => complete(run, task.id, whose(task), { outcome, opinion: '', variables }), task.assignee!)
  expectRight(play)
}

export function returned(play: Play, task: Task, to: string | null = null) {
  play.act((run) => giveBack(run, task.id, whose(task), to, '重做'), task.assignee!)
  expectRight(play)
}

export function fire(play: Play, at = 0) {
  const timer = play.timers[at]!
  play.act((run) => run.timer(timer.token, timer.round, timer.node), '', timer)
  expectRight(play)
}
