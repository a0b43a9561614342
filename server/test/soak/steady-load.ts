import { randomUUID } from 'node:crypto'
import { encryptPoint } from '../../src/modules/captcha/index.ts'
import { openSession, post, type ServerProcess } from '../server-process.ts'
import type { Harness } from '../harness.ts'

/** Counts of the work done, and of the records it left that must be found again. */
export type Done = { requests: number; lives: number; keyed: number; sessions: number; pictures: number }

type Order = { id: string; version: number }
type Tokens = { master: string; worker: string }

const WORKERS = 6
const planned = { planStartTime: '2030-01-01 08:00:00', planEndTime: '2030-01-02 18:00:00' }

/** Repeats a working day: lists and counts, an order's whole life cycle, errors, and occasional sign-ins. */
export class SteadyLoad {
  readonly done: Done = { requests: 0, lives: 0, keyed: 0, sessions: 0, pictures: 0 }
  readonly #server: ServerProcess
  readonly #harness: Harness
  readonly #tokens: Tokens

  private constructor(server: ServerProcess, harness: Harness, tokens: Tokens) {
    this.#server = server
    this.#harness = harness
    this.#tokens = tokens
  }

  static async open(server: ServerProcess, harness: Harness): Promise<SteadyLoad> {
    const session = (username: string) => openSession(harness.owner, harness.tenant, username)
    const load = new SteadyLoad(server, harness, {
      master: await session('a_master'),
      worker: await session('a_worker'),
    })
    load.done.sessions = 2
    return load
  }

  async run(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds
    const work = async () => {
      while (performance.now() < end) await this.#round()
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
  }

  async #round() {
    const { master, worker } = this.#tokens
    const turn = this.done.lives++
    const stations = this.#harness.tenant.stations.filter(({ depCode }) => depCode === 'A01A02A01')
    for (const filter of [{ flowSts: [1 + (turn % 5)] }, { depCode: 'A01A02A01', curPage: 1 + (turn % 7) }])
      await this.#expect('1', master, '/ops/order/page', filter)
    await this.#expect('1', master, '/ops/order/page', { keyword: `第 ${turn % 50} 次` })
    await this.#expect('1', master, '/ops/order/count', {})
    const order = await this.#command(master, '/ops/order/insert', {
      psId: stations[turn % stations.length]!.id,
      taskType: 12,
      taskDescription: `持续运行，第 ${turn % 50} 次`,
    })
    await this.#live(order)
    await this.#expect('400', master, '/ops/order/page', { curPage: 0 })
    await this.#expect(null, worker, '/ops/order/claim', order)
    if (turn % 10 === 0) await this.#signIn()
  }

  async #live(order: Order) {
    const { master, worker } = this.#tokens
    const liableUserId = this.#harness.tenant.users.a_worker!.id
    const assigned = await this.#command(master, '/ops/order/assign', { ...order, liableUserId, ...planned })
    const detail = await this.#expect('1', worker, '/ops/order/detail', { id: order.id })
    const { prerequisiteList, stepList } = detail as Record<string, object[]>
    const started = await this.#command(worker, '/ops/order/start', assigned)
    const submitted = await this.#command(worker, '/ops/order/execute', {
      ...started,
      submit: true,
      prerequisiteList: prerequisiteList!.map((each) => ({ ...each, met: true })),
      stepList: (stepList as { required: boolean }[]).map((each) => ({
        ...each,
        done: each.required,
        value: '9.1',
      })),
      workHoursList: [
        {
          executorName: '李沐阳',
          actualStartTime: '2030-01-01 09:00:00',
          actualEndTime: '2030-01-01 11:30:00',
          peopleNum: 2,
        },
      ],
    })
    await this.#command(master, '/ops/order/check', { ...submitted, pass: true })
    await this.#expect('1', worker, '/ops/order/history', { id: order.id })
  }

  /** Signs in with a captcha; leaves another picture unused, and every other session open. */
  async #signIn() {
    const signIn = this.done.pictures++
    await this.#send(null, '/captcha/get', { captchaType: 'blockPuzzle' })
    const picture = await this.#send(null, '/captcha/get', { captchaType: 'blockPuzzle' })
    const { token, secretKey } = picture.repData as { token: string; secretKey: string }
    const { rows } = await this.#harness.owner.query<{ answer: { x: number } }>(
      'select answer from captcha where token = $1',
      [token],
    )
    const pointJson = encryptPoint(JSON.stringify({ x: rows[0]!.answer.x, y: 5 }), secretKey)
    const { username } = this.#harness.tenant.users.a_guest!
    const signedIn = await this.#send(null, '/sys/login', {
      username,
      password: this.#harness.tenant.password,
      captchaVO: { captchaType: 'blockPuzzle', token, pointJson },
    })
    if (signedIn.success !== true) throw new Error(`sign-in failed: ${JSON.stringify(signedIn)}`)
    if (signIn % 2 === 0) this.done.sessions++
    else await this.#send((signedIn.result as { token: string }).token, '/sys/logout', {})
  }

  /** A command with an idempotency key, as the client sends it; returns the order's next version. */
  async #command(token: string, path: string, body: object): Promise<Order> {
    const answer = await this.#expect('1', token, path, body, { 'idempotency-key': randomUUID() })
    this.done.keyed++
    return answer as Order
  }

  /** `code` null accepts any refusal. */
  async #expect(
    code: string | null,
    token: string,
    path: string,
    body: object,
    headers?: Record<string, string>,
  ) {
    const answer = await this.#send(token, path, body, headers)
    const asExpected = code === null ? answer.result_code !== '1' : answer.result_code === code
    if (!asExpected) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
    return answer.result_data as Record<string, unknown>
  }

  async #send(token: string | null, path: string, body: object, headers?: Record<string, string>) {
    const answer = await post(this.#server, token, path, body, headers)
    this.done.requests++
    if (!answer) throw new Error(`${path} was not answered: ${this.#server.output()}`)
    return answer as Record<string, unknown>
  }
}
