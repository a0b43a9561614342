import type pg from 'pg'
import { randomOf, pick, type Random } from '../order-rules/random-moves.ts'
import { look, type Seen, type Stage } from './look.ts'
import { actors, newWorld, take, verbs, type Actor, type Verb, type World } from './model.ts'
import { requestOf } from './requests.ts'

export type Answer = { isDone: boolean; says: string; data: unknown }
/** One of the servers. */
export type Send = (who: Actor, path: string, body: object) => Promise<Answer>

export type Cast = {
  servers: readonly [Send, Send]
  owner: pg.Pool
  tenantId: number
  /** A new order in the first leader's hands, two drafts, and two earths in store. */
  begin: () => Promise<Stage>
  guardId: string
  /** The wall-clock time of now. */
  now: () => string
}

type Move = { at: 0 | 1; verb: Verb; who: Actor }

export type Played = {
  steps: number
  /** Pairs of moves that were sent at once, to both servers. */
  rivals: number
  /** What was done, by the state of the ticket before. */
  done: string[]
  refused: string[]
  wrong: string | null
}

/** What the database must say of a ticket, by the model. */
const expectedOf = ({ tickets, order }: World, at: 0 | 1, { earthIds }: Stage) => {
  const { leader: _leader, crew: _crew, hanging, ...ticket } = tickets[at]
  const earths = [...hanging].toSorted((one, other) => one - other).map((no) => earthIds[no - 1])
  return JSON.stringify({ ...ticket, earths, order })
}

const seenAs = ({ isOrderStarted, isOrderEnded, ...seen }: Seen, { earthIds }: Stage) => {
  const { state, isNumbered, isPermitted, ticked, isCrewIn, isLeaderIn, isDependent, hanging } = seen
  const earths = earthIds.filter((id) => id in hanging)
  const order = { isStarted: isOrderStarted, isEnded: isOrderEnded }
  return JSON.stringify({
    state,
    isNumbered,
    isPermitted,
    ticked,
    isCrewIn,
    isLeaderIn,
    isDependent,
    earths,
    order,
  })
}

/** One sequence of actions by five people, at random on either server, against the model; everything is ended after it. */
export async function play(cast: Cast, seed: number, length: number): Promise<Played> {
  const random = randomOf(seed)
  const sequence = new Sequence(cast, random, await cast.begin())
  await sequence.see()
  while (sequence.played.steps < length && sequence.played.wrong === null) {
    const move = nextMove(sequence.world, random)
    if (random() < 0.15) await sequence.stepOfTwo(move, nextMove(sequence.world, random))
    else await sequence.step(move)
  }
  await sequence.end()
  if (sequence.played.wrong !== null)
    sequence.played.wrong = `seed ${seed}: ${sequence.played.wrong}\n${sequence.told.join('\n')}`
  return sequence.played
}

class Sequence {
  world = newWorld()
  readonly told: string[] = []
  readonly played: Played = { steps: 0, rivals: 0, done: [], refused: [], wrong: null }
  readonly #cast: Cast
  readonly #random: Random
  readonly #stage: Stage
  #seen: [Seen, Seen] | undefined

  constructor(cast: Cast, random: Random, stage: Stage) {
    this.#cast = cast
    this.#random = random
    this.#stage = stage
  }

  /** Looks at everything, and whether it is as in one of these worlds, which is the true one from here on. */
  async see(worlds = [this.world]): Promise<void> {
    const seen = await look(this.#cast.owner, this.#cast.tenantId, this.#stage)
    this.#seen = seen
    const now = seen.map((each) => seenAs(each, this.#stage))
    const isTrue = (world: World) =>
      ([0, 1] as const).every((at) => expectedOf(world, at, this.#stage) === now[at])
    const found = worlds.find(isTrue)
    if (found) this.world = found
    else this.played.wrong ??= `expected\n${this.#shown(worlds)}, but it is\n${now.join('\n')}`
    this.played.wrong ??= seen[0].impossible
  }

  #shown(worlds: World[]): string {
    return worlds
      .map((world) => ([0, 1] as const).map((at) => expectedOf(world, at, this.#stage)).join('\n'))
      .join(', or\n')
  }

  async #send({ at, verb, who }: Move, server: Send): Promise<Answer> {
    const [path, body] = requestOf(this.#stage, this.#seen![at], verb, this.#cast)
    const state = this.world.tickets[at].state
    const answer = await server(who, path, body)
    this.played.steps += 1
    ;(answer.isDone ? this.played.done : this.played.refused).push(`${state} ${verb}`)
    this.told.push(`${who} ${verb} ${at}: ${answer.isDone ? 'done' : answer.says}`)
    return answer
  }

  async step(move: Move): Promise<void> {
    const answer = await this.#send(move, pick(this.#random, this.#cast.servers))
    const expected = take(this.world, move.at, move.verb, move.who)
    if (answer.isDone !== expected) this.played.wrong ??= `expected ${expected}`
    await this.see()
    if (!answer.isDone || isOfOrder(move.verb)) return
    const { state } = answer.data as { state: string }
    if (state !== this.#seen![move.at].state) this.played.wrong ??= `it answered that it is ${state}`
  }

  /** Two moves at once, by what was seen before both: the answers must be those of one after the other. */
  async stepOfTwo(one: Move, other: Move): Promise<void> {
    const [first, second] = this.#cast.servers
    const answers = await Promise.all([this.#send(one, first), this.#send(other, second)])
    this.played.rivals += 1
    this.told.push('(these two at once)')
    const says = answers.map(({ isDone }) => isDone)
    const worlds: World[] = []
    for (const turns of [
      [0, 1],
      [1, 0],
    ] as const) {
      const world = structuredClone(this.world)
      const [a, b] = turns.map((turn) => [one, other][turn]!) as [Move, Move]
      const isFirst = take(world, a.at, a.verb, a.who)
      const isSecond = !(isFirst && outdates(a, b)) && take(world, b.at, b.verb, b.who)
      if (says[turns[0]] === isFirst && says[turns[1]] === isSecond) worlds.push(world)
    }
    if (worlds.length === 0) this.played.wrong ??= `expected another answer to two at once: ${says.join()}`
    else await this.see(worlds)
  }

  /** Nobody stays at work, and no earth hangs, when the next sequence begins. */
  async end(): Promise<void> {
    for (const at of [1, 0, 1] as const)
      for (const [verb, who] of ending)
        if (this.played.wrong === null && take(structuredClone(this.world), at, verb, who))
          await this.step({ at, verb, who })
  }
}

const ending: [Verb, Actor][] = [
  ['leave', 'leader'],
  ['leave', 'second'],
  ['finish', 'leader'],
  ['finish', 'second'],
  ['unhang1', 'permitter'],
  ['unhang2', 'permitter'],
  ['close', 'permitter'],
  ['recall', 'shift'],
  ['void', 'issuer'],
]

const isOfOrder = (verb: Verb): boolean => verb === 'startOrder' || verb === 'endOrder'
const isByVersion = (verb: Verb): boolean => !/^(enter|leave|(tick|hang|unhang)[12])$/.test(verb)

/** Whether the second of two that were begun at once was begun on something that the first has changed. */
const outdates = (first: Move, second: Move): boolean =>
  isByVersion(first.verb) &&
  isByVersion(second.verb) &&
  isOfOrder(first.verb) === isOfOrder(second.verb) &&
  (isOfOrder(first.verb) || first.at === second.at)

/** What goes on towards the end of a regular life. */
const onward: ReadonlySet<Verb> = new Set([
  'submit',
  'issue',
  'receive',
  'tick1',
  'tick2',
  'hang1',
  'hang2',
  'permit',
  'share',
  'confirm',
  'enter',
  'startOrder',
  'finish',
  'close',
])

/** What ends a ticket early, which comes often enough by itself. */
const rare: ReadonlySet<Verb> = new Set(['void', 'recall', 'deny', 'endOrder', 'sendBack'])

/** Mostly something that the model allows, and half of it what goes on, so that sequences get somewhere; else anything. */
function nextMove(world: World, random: Random): Move {
  const any = (): Move => ({
    at: pick(random, [0, 1] as const),
    verb: pick(random, verbs),
    who: pick(random, actors),
  })
  const kind = random()
  if (kind < 0.25) return any()
  for (let tries = 0; tries < 400; tries++) {
    const move = any()
    if (kind < 0.65 ? !onward.has(move.verb) : rare.has(move.verb) && random() < 0.9) continue
    if (take(structuredClone(world), move.at, move.verb, move.who)) return move
  }
  return any()
}
