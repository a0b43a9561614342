import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configure } from '../../../lib/client-config.fixture.ts'
import type { CaptchaAnswer } from '../calls.ts'
import { Captcha } from './Captcha.tsx'
import { CaptchaDialog } from './CaptchaDialog.tsx'
import type { Verdict } from './captcha.ts'

const submit = vi.fn<(answer: CaptchaAnswer) => Promise<Verdict>>()
const onPassed = vi.fn()
const onClose = vi.fn()
let gets: { captchaType: string; clientUid: string; ts: number }[]

/** Serves pictures without a key, one after the other. */
function serve() {
  gets = []
  vi.stubGlobal('fetch', (_url: string, { body }: { body: string }) => {
    gets.push(JSON.parse(body))
    const repData = {
      token: `picture-${gets.length}`,
      secretKey: null,
      originalImageBase64: 'AA==',
      jigsawImageBase64: null,
      wordList: ['春', '山', '鸟'],
      result: false,
    }
    return Promise.resolve(Response.json({ repCode: '0000', repData, success: true }))
  })
}

const settle = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))
const phase = () => document.querySelector<HTMLElement>('.captcha-captcha')!.dataset.phase
const bar = () => document.querySelector('.captcha-rail')!.textContent
const marks = () =>
  [...document.querySelectorAll<HTMLElement>('.captcha-mark')].map((each) => each.textContent)
const board = () => screen.getByRole('application', { hidden: true })

/** Shows the picture 620 pixels wide, twice its size. */
async function show(ui = <Captcha submit={submit} onPassed={onPassed} />) {
  render(ui)
  await settle()
  board().getBoundingClientRect = () => new DOMRect(100, 50, 620, 310)
}

async function clickAt(x: number, y: number, pauseMs = 0) {
  fireEvent.click(board(), { clientX: 100 + 2 * x, clientY: 50 + 2 * y })
  await settle(pauseMs)
}

async function clickAll() {
  await clickAt(40, 30, 500)
  await clickAt(120, 90, 700)
  await clickAt(60, 120)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  localStorage.clear()
  configure({ captchaType: 'clickWord' })
  serve()
  for (const each of [submit, onPassed, onClose]) each.mockReset()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  delete window.__HELIODESK__
})

test('the operator chooses the type; each browser has an id for each', async () => {
  await show()
  expect(gets[0]).toMatchObject({
    captchaType: 'clickWord',
    clientUid: expect.stringMatching(/^point-/),
    ts: Date.now(),
  })
  expect(bar()).toBe('请依次点击【春,山,鸟】')
  cleanup()
  configure({ captchaType: 'blockPuzzle' })
  render(<Captcha submit={submit} onPassed={onPassed} />)
  await settle()
  expect(gets[1]).toMatchObject({ captchaType: 'blockPuzzle', clientUid: expect.stringMatching(/^slider-/) })
})

test('three clicks are numbered, scaled to 310 × 155 and sent 0.4 s after the third with their track', async () => {
  submit.mockResolvedValue({ passed: true })
  await show()
  await clickAll()
  expect(marks()).toEqual(['1', '2', '3'])
  await clickAt(10, 10)
  expect(marks()).toHaveLength(3)
  await settle(399)
  expect(submit).not.toHaveBeenCalled()
  await settle(1)
  expect(submit).toHaveBeenCalledWith({
    captchaType: 'clickWord',
    token: 'picture-1',
    pointJson: '[{"x":40,"y":30},{"x":120,"y":90},{"x":60,"y":120}]',
    track: '[[40,30,0],[120,90,500],[60,120,1200]]',
  })
})

test('success says 验证成功, passes after a second and closes half a second later', async () => {
  submit.mockResolvedValue({ passed: true })
  await show(<CaptchaDialog submit={submit} onPassed={onPassed} onClose={onClose} />)
  await clickAll()
  await settle(400)
  expect([phase(), bar()]).toEqual(['passed', '验证成功'])
  await settle(999)
  expect(onPassed).not.toHaveBeenCalled()
  await settle(1)
  expect(onPassed).toHaveBeenCalledOnce()
  await settle(499)
  expect(onClose).not.toHaveBeenCalled()
  await settle(1)
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['验证失败', ''],
  ['验证码已失效，请重新获取', '验证码已失效，请重新获取'],
])('failure says %s and after 0.7 s there is a fresh picture without marks', async (shown, message) => {
  submit.mockResolvedValue({ passed: false, message })
  await show()
  await clickAll()
  await settle(400)
  expect([phase(), bar()]).toEqual(['failed', shown])
  await settle(699)
  expect(gets).toHaveLength(1)
  await settle(1)
  expect(gets).toHaveLength(2)
  expect([phase(), marks()]).toEqual(['idle', []])
})

test('by keyboard a cursor goes over the picture and Enter puts the marks', async () => {
  submit.mockResolvedValue({ passed: true })
  await show()
  const press = (key: string, shiftKey = false) => fireEvent.keyDown(board(), { key, shiftKey })
  press('ArrowLeft')
  press('ArrowUp')
  expect(document.querySelector('.captcha-cursor')).not.toBeNull()
  press('Enter')
  press('ArrowRight', true)
  press(' ')
  for (let at = 0; at < 40; at++) press('ArrowDown')
  press('Enter')
  await settle(400)
  expect(submit.mock.calls[0]![0].pointJson).toBe('[{"x":149,"y":72},{"x":173,"y":72},{"x":173,"y":155}]')
})

test('another picture takes the marks away before they are sent', async () => {
  await show()
  await clickAll()
  fireEvent.click(screen.getByLabelText('换一张图片'))
  await settle(1000)
  expect([submit.mock.calls.length, gets.length, marks().length]).toEqual([0, 2, 0])
})

test('too many pictures: the picture is cleared and the server says why', async () => {
  await show()
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({ repCode: '6201', repMsg: '获取验证码次数过多，请稍后再试', success: false }),
    ),
  )
  fireEvent.click(screen.getByLabelText('换一张图片'))
  await settle()
  expect([phase(), document.querySelector('.captcha-picture img')]).toEqual(['empty', null])
  expect(screen.getByRole('alert').textContent).toBe('获取验证码次数过多，请稍后再试')
  await clickAll()
  expect(marks()).toEqual([])
})
