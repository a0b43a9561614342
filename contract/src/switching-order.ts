type Verb = 'open' | 'close' | 'earth' | 'unearth' | 'test'
type Device = 'breaker' | 'isolator' | null

/** What a line of an operation ticket does; null for checks and everything else. */
type Action = { at: number; verb: Verb; device: Device; side: 'bus' | 'line' | null }

const VERBS = /断开|拉开|合上|推上|装设|拆除|挂上/g

/** A check names what others have switched. */
const isCheck = (line: string): boolean => /^(检查|核对|确认)/.test(line)

/** What a line switches; null for checks and everything else. */
export function verbOf(line: string): Verb | null {
  if (isCheck(line)) return null
  if (/验电|验明.*无电/.test(line)) return 'test'
  if (/接地刀闸|接地开关/.test(line))
    return /合上|推上/.test(line) ? 'earth' : /拉开|断开/.test(line) ? 'unearth' : null
  if (/接地线/.test(line)) return /装设|挂/.test(line) ? 'earth' : /拆除|取下/.test(line) ? 'unearth' : null
  if (/断开|拉开/.test(line)) return 'open'
  return /合上|推上/.test(line) ? 'close' : null
}

const deviceOf = (line: string): Device =>
  /隔离开关|刀闸/.test(line) ? 'isolator' : /断路器|负荷开关|开关/.test(line) ? 'breaker' : null

function actionOf(line: string, at: number): Action | null {
  const verb = verbOf(line)
  if (!verb) return null
  const side = /母线侧/.test(line) ? 'bus' : /线路侧|负荷侧/.test(line) ? 'line' : null
  return { at, verb, device: deviceOf(line), side }
}

const isSwitching = ({ verb }: Action) => verb === 'open' || verb === 'close'

/** Isolators are opened after the breaker, that of the line before that of the busbar; closed the other way round. */
function ofIsolators(actions: readonly Action[], one: Action): string | null {
  const earlier = actions.filter(({ at, verb }) => at < one.at && verb === one.verb)
  const hasBreaker = earlier.some(({ device }) => device === 'breaker')
  if (one.verb === 'open') {
    if (!hasBreaker) return '拉开隔离开关之前没有断开断路器'
    const isLate = one.side === 'line' && earlier.some(({ side }) => side === 'bus')
    return isLate ? '停电应先拉线路侧、后拉母线侧隔离开关' : null
  }
  if (hasBreaker) return '合上隔离开关之前已经合上断路器'
  const isLate = one.side === 'bus' && earlier.some(({ side }) => side === 'line')
  return isLate ? '送电应先合母线侧、后合线路侧隔离开关' : null
}

/** An earth needs a voltage test before it, and is removed before anything is closed. */
function ofEarths(actions: readonly Action[], one: Action): string | null {
  const before = actions.filter(({ at }) => at < one.at)
  if (one.verb === 'earth') {
    const last = before.findLast(({ verb }) => verb === 'test' || verb === 'close')
    return last?.verb === 'test' ? null : '装设接地之前没有验电'
  }
  if (one.verb !== 'close') return null
  const hanging = before.filter(({ verb }) => verb === 'earth').length
  const removed = before.filter(({ verb }) => verb === 'unearth').length
  return hanging > removed ? '合闸之前没有拆除本票装设的接地' : null
}

const hasSeveral = (line: string): boolean => !isCheck(line.trim()) && (line.match(VERBS) ?? []).length > 1

/**
 * What is unusual in the lines of an operation ticket, by the number of the line, from 1 (domain.md §1.6): hints for those
 * who write and approve it, which refuse nothing, because the words of a line do not tell everything about the plant.
 */
export function orderWarnings(lines: readonly string[]): { no: number; text: string }[] {
  const actions = lines.flatMap((line, at) => actionOf(line.trim(), at) ?? [])
  return lines.flatMap((line, at) => {
    // Which of them the other rules speak of could not be told.
    if (hasSeveral(line)) return [{ no: at + 1, text: '一项只写一个操作' }]
    const action = actions.find((each) => each.at === at)
    if (!action) return []
    const found = [
      isSwitching(action) && !/\d/.test(line) ? '缺少设备编号（双重名称）' : null,
      action.device === 'isolator' && isSwitching(action) ? ofIsolators(actions, action) : null,
      ofEarths(actions, action),
    ]
    return found.flatMap((text) => (text ? [{ no: at + 1, text }] : []))
  })
}
