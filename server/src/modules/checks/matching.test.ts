import { randomUUID } from 'node:crypto'
import type { Segment } from '@heliodesk/contract/checks.ts'
import { RE2JS } from 're2js'
import { describe, expect, it, vi } from 'vitest'
import { Matcher } from './matcher.ts'
import { faultOf } from './matching.ts'
import { serial } from './rule.fixture.ts'

describe('a rule', () => {
  it.each([
    ['GF2026001', null],
    ['gf2026001', '前两位是大写字母'],
    ['GF1026001', '第三至六位是年份'],
    ['GF20', '第三至六位是年份'],
    ['GF2026', '最后是 3 至 5 位流水号'],
    ['GF2026123456', '最后是 3 至 5 位流水号'],
    ['', '前两位是大写字母'],
  ])('takes “%s” from left to right', (value, fault) => {
    expect(faultOf(serial, value)).toBe(fault)
  })

  it('without * says how long a code may be, counting characters as people do', () => {
    const two: Segment[] = [{ digits: 2, pattern: '.*', message: '两位' }]
    expect(faultOf(two, '光𝄞')).toBeNull()
    expect(faultOf(two, '光')).toBe('两位')
    expect(faultOf(two, '光伏电')).toBe('最多 2 位，多出“电”')
  })

  it('matches in time however its pattern is written', () => {
    const evil: Segment[] = [{ digits: '*', pattern: '((a+)+)+(b|c)*$', message: '不符' }]
    const start = process.cpuUsage()
    for (let n = 0; n < 20; n++) expect(faultOf(evil, `${'a'.repeat(199)}!`)).toBe('不符')
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000)
  })

  it('is compiled once, however many values it is tried on', () => {
    const compile = vi.spyOn(RE2JS, 'compile')
    // Patterns that no earlier run has compiled.
    const fresh = serial.map((segment) => ({ ...segment, pattern: `${segment.pattern}|${randomUUID()}` }))
    for (let n = 0; n < 5; n++) expect(faultOf(fresh, 'GF2026001')).toBeNull()
    expect(compile).toHaveBeenCalledTimes(fresh.length)
  })

  it.each([
    ['a long repetition', ['\\pL{0,1000}'], '第 1 段'],
    ['repetitions within each other', ['\\d', '(((a){0,10}){0,10}){0,10}'], '第 2 段'],
    ['more than RE2 itself takes', ['(a{1000}){1000}'], '第 1 段'],
    ['many segments that are not too large alone', Array(5).fill('\\d{0,120}'), '第 5 段'],
  ])('is matched by no program that is too large: %s', (_name, patterns, at) => {
    const rule = patterns.map((pattern) => ({ digits: 1, pattern, message: '不符' }))
    expect(() => faultOf(rule, '1')).toThrow(
      new RegExp(`编码规则过于复杂.*${at}的重复次数或嵌套.*最多 1000 步`),
    )
  })
})

const PATIENCE_MS = 300

describe('the thread that matches', () => {
  const quick = { segments: serial, value: 'GF2026001' }
  // Far longer than any real value, and without a pattern that RE2 could cache.
  const letters = Array.from({ length: 1_000_000 }, (_each, at) => (Math.sin(at * at) > 0 ? 'a' : 'b'))
  const slow = {
    segments: [{ digits: '*', pattern: '[ab]*a[ab]{900}', message: '不符' } as const],
    value: letters.join(''),
  }

  it('leaves the server free meanwhile, and is replaced when a rule is not done in time', async () => {
    const matcher = new Matcher(4, PATIENCE_MS)
    expect(await matcher.faultOf(1, quick)).toBeNull()
    // Turns come late on a busy machine, but they come before the limit, and take as much time of the processor as ever.
    let turns = 0
    const turning = setInterval(() => (turns += 1), PATIENCE_MS / 10)
    const before = process.threadCpuUsage()
    const [late, next] = await Promise.allSettled([
      matcher.faultOf(1, slow),
      matcher.faultOf(1, { ...quick, value: 'x' }),
    ])
    const { user, system } = process.threadCpuUsage(before)
    clearInterval(turning)
    expect(turns).toBeGreaterThan(0)
    expect((user + system) / 1000).toBeLessThan(PATIENCE_MS / 4)
    expect(late).toMatchObject({ reason: { message: '编码规则校验超时，请管理员精简规则后重试' } })
    expect(next).toMatchObject({ value: '前两位是大写字母' })
  })

  it('is not blamed where the server itself was held up', async () => {
    const matcher = new Matcher(4, PATIENCE_MS)
    await matcher.faultOf(1, quick)
    // From here on, timers run before messages.
    await new Promise((resolve) => setImmediate(resolve))
    const asked = matcher.faultOf(1, quick)
    // The value has been posted to the thread after these microtasks.
    for (let turns = 0; turns < 20; turns++) await Promise.resolve()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * PATIENCE_MS)
    expect(await asked).toBeNull()
  })

  it('says a fault of our own as it is, not as a rule that is too slow, and is replaced', async () => {
    const matcher = new Matcher(4)
    const faulty = { segments: [null] as unknown as Segment[], value: 'x' }
    const [failed, next] = await Promise.allSettled([matcher.faultOf(1, faulty), matcher.faultOf(1, quick)])
    expect(failed).toMatchObject({ reason: { name: 'TypeError' } })
    expect(next).toMatchObject({ value: null })
  })

  it('takes the companies in turn, and keeps no company waiting in more than its places', async () => {
    const matcher = new Matcher(4)
    const done: string[] = []
    const ask = (company: number, name: string) =>
      matcher.faultOf(company, quick).then(
        () => done.push(name),
        (error: Error) => done.push(`${name}: ${error.message}`),
      )
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => ask(1, name)),
      ...['b1', 'b2'].map((name) => ask(2, name)),
    ])
    expect(done).toEqual(['a6: 同时校验的编码过多，请稍后重试', 'a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'a5'])
  })
})
