/** Two tickets, an order and two earths as a person of the trade would write them down (domain.md §1.3, §1.4). */

export const actors = ['issuer', 'permitter', 'shift', 'leader', 'second'] as const
export type Actor = (typeof actors)[number]

export const verbs = [
  'submit',
  'issue',
  'sendBack',
  'receive',
  'permit',
  'share',
  'deny',
  'confirm',
  'pause',
  'resume',
  'finish',
  'close',
  'void',
  'recall',
  'tick1',
  'tick2',
  'hang1',
  'hang2',
  'unhang1',
  'unhang2',
  'enter',
  'leave',
  'startOrder',
  'endOrder',
] as const
export type Verb = string

/** The lines of the tickets that are played with. */
export const LINES = 2

export type Ticket = {
  leader: Actor
  crew: Actor
  state: string
  isNumbered: boolean
  isPermitted: boolean
  ticked: number
  /** The earths that hang for it: 1 and 2. */
  hanging: Set<number>
  isCrewIn: boolean
  isLeaderIn: boolean
  /** Relies on the other one's point. */
  isDependent: boolean
}

export type World = { tickets: [Ticket, Ticket]; order: { isStarted: boolean; isEnded: boolean } }

const draft = (leader: Actor, crew: Actor): Ticket => ({
  leader,
  crew,
  state: 'draft',
  isNumbered: false,
  isPermitted: false,
  ticked: 0,
  hanging: new Set<number>(),
  isCrewIn: false,
  isLeaderIn: false,
  isDependent: false,
})

/** Each leads one ticket and works on the other; the first is for the order, and both need the same point. */
export const newWorld = (): World => ({
  tickets: [draft('leader', 'second'), draft('second', 'leader')],
  order: { isStarted: false, isEnded: false },
})

export const isRunning = ({ state }: Ticket): boolean => ['working', 'paused', 'toClose'].includes(state)
export const isOver = ({ state }: Ticket): boolean => ['closed', 'unused', 'void'].includes(state)

/** Whether a person is at work under either ticket. */
const isBusy = ({ tickets }: World, who: Actor): boolean =>
  tickets.some((each) => (each.leader === who && each.isLeaderIn) || (each.crew === who && each.isCrewIn))

/** Whether the model lets somebody do something with the ticket at `at`; if so, it is done. */
export function take(world: World, at: 0 | 1, verb: Verb, who: Actor): boolean {
  const ticket = world.tickets[at]
  const other = world.tickets[1 - at]!
  const { order } = world
  const isOwn = who === ticket.leader
  const isTakenByOther = isRunning(other) && !other.isDependent
  const isReliedOn = isRunning(other) && other.isDependent && !ticket.isDependent
  const move = (isAllowed: boolean, change: () => void): boolean => {
    if (isAllowed) change()
    return isAllowed
  }
  const to = (state: string) => () => {
    ticket.state = state
  }
  const out = () => {
    ticket.isCrewIn = false
    ticket.isLeaderIn = false
  }
  const permit = (shares: boolean) =>
    move(
      ticket.state === 'toPermit' &&
        !ticket.isPermitted &&
        who === 'permitter' &&
        ticket.ticked === LINES &&
        ticket.hanging.size >= 1 &&
        (!isTakenByOther || shares),
      () => {
        ticket.isPermitted = true
        ticket.isDependent = isTakenByOther
      },
    )
  const tick = (no: number) =>
    move(
      ticket.state === 'toPermit' && !ticket.isPermitted && who === 'permitter' && ticket.ticked === no - 1,
      () => {
        ticket.ticked = no
      },
    )
  const hang = (earth: number) =>
    move(
      who === 'permitter' &&
        (ticket.state === 'toPermit' || isRunning(ticket)) &&
        !ticket.hanging.has(earth) &&
        !other.hanging.has(earth),
      () => ticket.hanging.add(earth),
    )
  switch (verb) {
    case 'submit':
      return move(ticket.state === 'draft' && isOwn && (at === 1 || !order.isEnded), () => {
        ticket.state = 'toIssue'
        ticket.isNumbered = true
      })
    case 'issue':
      return move(ticket.state === 'toIssue' && who === 'issuer', to('toReceive'))
    case 'sendBack':
      return move(
        (ticket.state === 'toIssue' && who === 'issuer') || (ticket.state === 'toReceive' && who === 'shift'),
        to('draft'),
      )
    case 'receive':
      return move(ticket.state === 'toReceive' && who === 'shift', to('toPermit'))
    case 'tick1':
      return tick(1)
    case 'tick2':
      return tick(2)
    case 'hang1':
      return hang(1)
    case 'hang2':
      return hang(2)
    case 'unhang1':
      return move(who === 'permitter' && ticket.hanging.has(1), () => ticket.hanging.delete(1))
    case 'unhang2':
      return move(who === 'permitter' && ticket.hanging.has(2), () => ticket.hanging.delete(2))
    case 'permit':
      return permit(false)
    case 'share':
      return permit(true)
    case 'deny':
      return move(
        ticket.state === 'toPermit' &&
          !ticket.isPermitted &&
          who === 'permitter' &&
          ticket.hanging.size === 0,
        to('unused'),
      )
    case 'confirm':
      return move(
        ticket.state === 'toPermit' &&
          ticket.isPermitted &&
          ticket.hanging.size >= 1 &&
          isOwn &&
          !isBusy(world, who) &&
          (ticket.isDependent || !isTakenByOther),
        () => {
          ticket.state = 'working'
          ticket.isLeaderIn = true
        },
      )
    case 'enter':
      return move(ticket.state === 'working' && who === ticket.crew && !isBusy(world, who), () => {
        ticket.isCrewIn = true
      })
    case 'leave':
      return move(ticket.isCrewIn && (who === ticket.crew || isOwn), () => {
        ticket.isCrewIn = false
      })
    case 'pause':
      return move(ticket.state === 'working' && isOwn, () => {
        out()
        ticket.state = 'paused'
      })
    case 'resume':
      return move(ticket.state === 'paused' && isOwn && !isBusy(world, who), () => {
        ticket.state = 'working'
        ticket.isLeaderIn = true
      })
    case 'finish':
      return move(ticket.state === 'working' && isOwn && !ticket.isCrewIn, () => {
        out()
        ticket.state = 'toClose'
      })
    case 'close':
      return move(
        ticket.state === 'toClose' && who === 'permitter' && ticket.hanging.size === 0 && !isReliedOn,
        to('closed'),
      )
    case 'void':
      return move(
        ['draft', 'toIssue', 'toReceive', 'toPermit'].includes(ticket.state) &&
          ticket.isNumbered &&
          (isOwn || who === 'issuer') &&
          ticket.hanging.size === 0,
        to('void'),
      )
    case 'recall':
      return move(
        isRunning(ticket) && who === 'shift' && !ticket.isCrewIn && ticket.hanging.size === 0 && !isReliedOn,
        () => {
          out()
          ticket.state = 'void'
        },
      )
    case 'startOrder':
      return move(
        who === 'leader' && !order.isStarted && !order.isEnded && world.tickets[0].state === 'working',
        () => {
          order.isStarted = true
        },
      )
    case 'endOrder': {
      const [first] = world.tickets
      // All five may terminate orders.
      return move(!order.isEnded && (!first.isNumbered || isOver(first)), () => {
        order.isEnded = true
      })
    }
    default:
      throw new Error(`no ${verb}`)
  }
}
