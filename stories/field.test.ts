import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import fc from 'fast-check'
import { useField } from '../server/src/modules/field-work/field.fixture.ts'
import { sample } from '../server/test/files.ts'
import { runs } from '../server/test/runs.ts'
import { useKilledServers } from '../server/test/two-servers.ts'
import type { Intent } from '../web/src/lib/outbox/book.ts'
import { damages, randomOf } from '../web/src/lib/outbox/device.fixture.ts'
import { workOrderCalls } from '@heliodesk/contract/work-orders.ts'
import { LARGE_BYTES, Phone, sha256, type Kind } from './phone.fixture.ts'

/*
 * The product's own outbox on two phones against two real servers: whatever is done, killed or taken away meanwhile,
 * all that a person was told to be kept is on the order once, or on the phone with a reason.
 */

const site = useField()
const { harness } = site
const { servers, kill } = useKilledServers(harness)

const PHOTO_BYTES = [200, 4000, LARGE_BYTES]
const phone = fc.nat(1)
/** What people do, about as often. */
const kinds = [
  'step',
  'step',
  'step',
  'step',
  'hours',
  'hours',
  'note',
  'photo',
  'photo',
  'photo',
  'prerequisite',
  'submit',
] as const
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })
const one = <Name extends string>(name: Name, more = {}) =>
  fc.record({ does: fc.constant(name), phone, ...more }) as fc.Arbitrary<{ does: Name; phone: number }>

const action = fc.oneof(
  weighted(
    75,
    fc.record({
      does: fc.constant('act' as const),
      phone,
      window: fc.nat(2),
      kind: fc.constantFrom(...kinds),
      size: fc.constantFrom(0, 0, 1, 1, 1, 2),
    }),
  ),
  weighted(60, fc.record({ does: fc.constant('pass' as const), steps: fc.integer({ min: 1, max: 60 }) })),
  weighted(
    9,
    fc.record({
      does: fc.constant('kill' as const),
      phone,
      damage: fc.option(fc.constantFrom(...damages), { freq: 2 }),
      part: fc.double({ min: 0, max: 0.999, noNaN: true }),
    }),
  ),
  weighted(1, fc.record({ does: fc.constant('killServer' as const), server: fc.nat(1) })),
  weighted(3, one('window')),
  weighted(15, one('toggle', { what: fc.constantFrom('isUp', 'isUp', 'isSignedIn', 'isTooOld', 'quota') })),
  weighted(
    9,
    fc.record({
      does: fc.constant('other' as const),
      what: fc.constantFrom('write', 'write', 'return', 'reassign', 'withdraw', 'terminate'),
    }),
  ),
)
type Toggle = { does: 'toggle'; phone: number; what: 'isUp' | 'isSignedIn' | 'isTooOld' | 'quota' }
type Action =
  | Exclude<typeof action extends fc.Arbitrary<infer One> ? One : never, { does: 'toggle' }>
  | Toggle

type Done = { phone: number; kind: Kind; intent: Intent; mark: string; step: number; bytes: Buffer | null }

const tally = {
  stories: 0,
  acts: 0,
  done: 0,
  same: 0,
  both: 0,
  record: 0,
  refused: 0,
  kills: 0,
  serverKills: 0,
}

/** The least that a mistake of one server could spoil: a story about one order of two people. */
class Story {
  readonly #id: string
  readonly #steps: string[]
  readonly #condition: string
  readonly #phones: Phone[]
  readonly #kept: Done[] = []
  /** What each phone shows of a step: what its person wrote last. */
  readonly #shown = new Map<string, { done: boolean; value: string; note: string }>()
  #number = 0

  constructor(
    { id, stepList, prerequisiteList }: Awaited<ReturnType<typeof site.detail>>,
    draw: () => number,
  ) {
    this.#id = id
    this.#steps = stepList.map(({ name }) => name)
    this.#condition = prerequisiteList[0]!.name
    const addresses = () => servers.map(({ url }) => url)
    this.#phones = [site.people.worker, site.people.worker2].map(
      ({ token }) => new Phone(token, addresses, draw),
    )
  }

  async play(actions: readonly Action[]): Promise<void> {
    for (const each of actions) {
      await this.#take(each)
      await this.#pass(5)
    }
    await this.#rest()
    for (const each of this.#phones) each.stop()
  }

  #pass = (steps: number) => Promise.all(this.#phones.map((each) => each.pass(steps)))

  async #take(each: Action): Promise<void> {
    if (each.does === 'pass') return void (await this.#pass(each.steps))
    if (each.does === 'other') return void (await other[each.what]!(this.#id).catch(ignoreRefusal))
    if (each.does === 'killServer') return killServer(each.server)
    const device = this.#phones[each.phone]!
    if (each.does === 'act') return this.#act(each)
    if (each.does === 'kill') {
      tally.kills++
      return device.kill(each.damage, each.part)
    }
    if (each.does === 'window') return void (device.windows < 3 && device.openWindow())
    if (each.what === 'quota')
      device.disk.quota = device.disk.quota === Infinity ? device.disk.used() + 1500 : Infinity
    else device[each.what] = !device[each.what]
  }

  async #act({ phone: at, kind, window, size }: Extract<Action, { does: 'act' }>): Promise<void> {
    const mark = `m${++this.#number}-${randomUUID().slice(0, 8)}`
    // Each person has steps of their own, so that the last of their acts is what the order must have.
    const step = 1 + at + 2 * (this.#number % Math.floor(this.#steps.length / 2))
    const bytes =
      kind === 'photo' ? Buffer.concat([sample('jpg', PHOTO_BYTES[size]!), randomBytes(16)]) : null
    const now = Date.now()
    const given = this.#given(kind, { at, mark, step, bytes })
    const intent: Intent = {
      key: randomUUID(),
      lane: this.#id,
      kind,
      body: JSON.stringify({ id: this.#id, at: now, skew: 0, ...given }),
      at: now,
      skew: 0,
      photo: bytes && (given as { photo: { id: string } }).photo.id,
      last: kind === 'submit',
    }
    const keeping = this.#phones[at]!.add(window, intent, bytes && new Uint8Array(bytes))
    const kept = { is: false }
    void keeping.then((is) => (kept.is = is))
    // A person does one thing after the other.
    for (let turn = 0; turn < 400 && !kept.is; turn++) {
      await this.#pass(1)
      if (turn > 100 && this.#phones[at]!.disk.quota !== Infinity) break
    }
    if (!kept.is) return
    tally.acts++
    this.#kept.push({ phone: at, kind: kind as Kind, intent, mark, step, bytes })
    if (kind === 'step') this.#shown.set(`${at} ${step}`, { done: true, value: '', note: mark })
  }

  #given(
    kind: string,
    { at, mark, step, bytes }: { at: number; mark: string; step: number; bytes: Buffer | null },
  ) {
    const base = this.#shown.get(`${at} ${step}`) ?? { done: false, value: '', note: '' }
    const name = this.#steps[step - 1]!
    const day = new Date(Date.now() - 86_400_000)
    if (kind === 'step') return { stepNo: step, name, done: true, value: '', note: mark, base }
    if (kind === 'prerequisite') return { no: 1, name: this.#condition, met: true }
    if (kind === 'note') return { executionNote: mark, base: '' }
    if (kind === 'hours')
      return {
        executorName: `作业人员${this.#number}`,
        actualStartTime: site.wire(day.getTime()),
        actualEndTime: site.wire(day.getTime() + 60_000 * (1 + (this.#number % 60))),
        peopleNum: 1,
        remark: mark,
      }
    if (kind === 'photo')
      return {
        stepNo: step,
        part: 'step',
        photo: { id: randomUUID(), name: `${mark}.jpg`, size: bytes!.length, sha256: sha256(bytes!) },
      }
    return {}
  }

  /** All troubles end, and what can be sent is sent. */
  async #rest(): Promise<void> {
    for (const each of this.#phones) {
      Object.assign(each, { isUp: true, isSignedIn: true, isTooOld: false })
      each.disk.quota = Infinity
    }
    const until = Date.now() + 60_000
    while (Date.now() < until && this.#waits()) {
      for (const each of this.#phones) {
        each.wake()
        await each.decide()
      }
      await this.#pass(20)
      await sleep(2)
    }
    await this.#pass(200)
  }

  #waits = () =>
    this.#phones.some((each) => {
      const { rows, photos } = each.disk.book
      return rows.size > 0 || [...photos.values()].some(({ announced, lost }) => announced && !lost)
    })

  /** What is wrong at the end; empty when nothing was lost, doubled, out of order or damaged. */
  async faults(): Promise<string[]> {
    const order = await harness.call(site.people.admin.token, workOrderCalls.detail, { id: this.#id })
    const records = await site.records(this.#id)
    const { rows: files } = await harness.owner.query<{ path: string; sha256: string }>(
      `select path, encode(sha256, 'hex') as sha256 from stored_file where path = any($1)`,
      [order.photoList.map(({ file }) => file.path)],
    )
    const recordsWith = (mark: string) =>
      records.filter((each) => JSON.stringify(each.lines).includes(mark)).length
    const lastNote = new Map<string, string>()
    const faults = this.#phones.flatMap((each) => each.faults.map(String))
    for (const { phone: at, kind, intent, mark, step, bytes } of this.#kept) {
      const { disk, answers, dropped, hasLostPieces, lostPhotos } = this.#phones[at]!
      const row = disk.book.rows.get(intent.key)
      const said = answers.get(intent.key) ?? []
      const [first] = said
      const what = `${kind} ${mark}`
      if (said.some((each) => JSON.stringify(each) !== JSON.stringify(first)))
        faults.push(`${what}: two answers`)
      const isGivenUp = dropped.has(intent.key)
      if (isGivenUp) tally.refused++
      if (row) faults.push(`${what} waits for nothing`)
      if (!first && !isGivenUp) faults.push(`${what} was said to be kept and is nowhere`)
      if (first && isGivenUp) faults.push(`${what} was done and refused`)
      if (!first) continue
      tally[first.outcome as 'done']++
      const isKeptBeside = first.outcome === 'record' || first.outcome === 'both'
      if (kind === 'photo') {
        const times = files.filter((file) => file.sha256 === sha256(bytes!)).length
        const isLost = hasLostPieces && lostPhotos.has(intent.photo!)
        if (times !== 1 && !isLost) faults.push(`${what} is there ${times} times`)
      } else if (kind === 'hours' && !isKeptBeside) {
        const times = order.workHoursList.filter(({ remark }) => remark === mark).length
        if (times !== 1) faults.push(`${what} is there ${times} times`)
      } else if (kind === 'step' || kind === 'note') {
        const times = recordsWith(mark)
        if (isKeptBeside && times !== 1) faults.push(`${what} is in ${times} records`)
        if (kind === 'step' && first.outcome === 'done') lastNote.set(`${at} ${step}`, mark)
      }
    }
    for (const [place, mark] of lastNote) {
      const step = Number(place.split(' ')[1])
      const { note } = order.stepList[step - 1]!
      if (note !== mark) faults.push(`step ${step} has ${note} instead of ${mark}`)
    }
    return faults
  }
}

const ignoreRefusal = (error: Error) => {
  if (!/answered 4\d\d|\bresult_code\b|is not open|ticket_number/.test(error.message)) throw error
}

/** What other people do meanwhile; each may be refused in the state that the order is in. */
const other: Record<string, (id: string) => Promise<unknown>> = {
  write: async (id) => {
    const { stepList, prerequisiteList, workHoursList, version } = await site.detail(id)
    await harness.call(site.people.worker2.token, workOrderCalls.execute, {
      id,
      version,
      submit: false,
      stepList,
      prerequisiteList: prerequisiteList.map((each) => ({ ...each, met: true })),
      workHoursList,
      executionNote: `桌面 ${Date.now()}`,
    })
  },
  return: async (id) => site.check(id, false),
  reassign: (id) => site.reassign(id, site.people.worker2.id),
  withdraw: (id) => site.ticket(id, true),
  terminate: (id) => site.terminate(id),
}

function killServer(at: number): Promise<void> {
  tally.serverKills++
  return kill(at)
}

it(
  'what was kept on a phone is on its order once, or on the phone with a reason',
  { timeout: 600_000 * runs(1) },
  async () => {
    const story = fc.tuple(fc.array(action, { minLength: 25, maxLength: 70, size: 'max' }), fc.nat())
    await fc.assert(
      fc.asyncProperty(story, async ([actions, seed]) => {
        const { id } = await site.inHand()
        const played = new Story(await site.detail(id), randomOf(seed))
        await played.play(actions as Action[])
        expect(await played.faults()).toEqual([])
        tally.stories++
      }),
      { numRuns: runs(20), seed: Number(process.env.HELIODESK_SEED ?? 20260115), endOnFailure: true },
    )
    process.stdout.write(`${JSON.stringify(tally)}\n`)
    expect(tally.done).toBeGreaterThan(runs(20))
    expect(tally.record).toBeGreaterThan(0)
  },
)
