import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CaptchaAnswer } from '../calls.ts'
import { settle } from '../form.fixture.ts'
import { serve } from '../server.fixture.ts'
import type { Verdict } from './captcha.ts'
import { CaptchaDialog } from './CaptchaDialog.tsx'
import { SliderCaptcha } from './SliderCaptcha.tsx'

const submit = vi.fn<(answer: CaptchaAnswer) => Promise<Verdict>>()
const onPassed = vi.fn()
const onClose = vi.fn()

const captcha = () => document.querySelector<HTMLElement>('.captcha-captcha')!
const phase = () => captcha().dataset.phase
const verdict = () => document.querySelector('.captcha-verdict')!.textContent
const handle = () => screen.getByRole('slider', { hidden: true })
const at = () => Number(handle().getAttribute('aria-valuenow'))
const icon = () => handle().querySelector('svg')!.getAttribute('class')!

/** Shows the picture 620 pixels wide, twice its size. */
async function show(ui = <SliderCaptcha submit={submit} onPassed={onPassed} />) {
  render(ui)
  await settle()
  Object.defineProperty(document.querySelector('.captcha-picture')!, 'clientWidth', { value: 620 })
}

const pointer = { pointerId: 1, button: 0, clientY: 300 }
const press = () => fireEvent.pointerDown(handle(), { ...pointer, clientX: 100 })
const move = (by: number) => fireEvent.pointerMove(handle(), { ...pointer, clientX: 100 + by })
const release = (by: number) => fireEvent.pointerUp(handle(), { ...pointer, clientX: 100 + by })

/** Drags 161 of 310 pixels to the right within 1.83 s. */
async function drag() {
  press()
  move(100)
  await settle(1830)
  move(322)
  release(322)
  await settle()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  localStorage.clear()
  serve({})
  HTMLElement.prototype.setPointerCapture = () => undefined
  for (const each of [submit, onPassed, onClose]) each.mockReset()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the block moves only while it is pressed, and releasing it submits', async () => {
  submit.mockResolvedValue({ passed: true })
  await show()
  expect([phase(), at()]).toEqual(['idle', 0])
  move(200)
  expect([phase(), at()]).toEqual(['idle', 0])
  press()
  move(200)
  expect([phase(), at()]).toEqual(['dragging', 100])
  move(40)
  expect(at()).toBe(20)
  expect(submit).not.toHaveBeenCalled()
  release(322)
  expect(phase()).toBe('checking')
  move(400)
  expect(at()).toBe(161)
  await settle()
  expect(submit).toHaveBeenCalledOnce()
})

test('x is scaled to a width of 310, y is 5, and the way there goes along', async () => {
  submit.mockResolvedValue({ passed: true })
  await show()
  await drag()
  expect(submit).toHaveBeenCalledWith({
    captchaType: 'blockPuzzle',
    token: 'picture-1',
    pointJson: '{"x":161,"y":5}',
    track: '[[0,0,0],[50,0,0],[161,0,1830],[161,0,1830]]',
  })
})

test('a press that moves nothing submits nothing, nor does one that is taken away', async () => {
  await show()
  press()
  release(0)
  expect(phase()).toBe('idle')
  press()
  move(100)
  fireEvent.pointerCancel(handle(), pointer)
  await settle(5000)
  expect([phase(), submit.mock.calls.length]).toEqual(['idle', 0])
})

describe('success', () => {
  beforeEach(() => submit.mockResolvedValue({ passed: true }))

  test('shows a check and the seconds, and after a second it passes', async () => {
    await show()
    await drag()
    expect([phase(), verdict()]).toEqual(['passed', '1.83s验证成功'])
    expect(icon()).toContain('lucide-check')
    await settle(999)
    expect(onPassed).not.toHaveBeenCalled()
    await settle(1)
    expect(onPassed).toHaveBeenCalledOnce()
  })

  test('closes the dialog 1.5 s after', async () => {
    await show(<CaptchaDialog submit={submit} onPassed={onPassed} onClose={onClose} />)
    await drag()
    await settle(1499)
    expect(onClose).not.toHaveBeenCalled()
    await settle(1)
    expect(onClose).toHaveBeenCalledOnce()
  })
})

test.each([
  ['the server’s message', '验证码已失效，请重新获取', '验证码已失效，请重新获取'],
  ['验证失败', '', '验证失败'],
])(
  'failure shows a cross and %s, and after a second there is a fresh picture',
  async (_what, message, shown) => {
    submit.mockResolvedValue({ passed: false, message })
    await show()
    await drag()
    expect([phase(), verdict()]).toEqual(['failed', shown])
    expect(icon()).toContain('lucide-x')
    await settle(999)
    expect([phase(), at()]).toEqual(['failed', 161])
    await settle(1)
    expect([phase(), at()]).toEqual(['idle', 0])
    expect(onPassed).not.toHaveBeenCalled()
    await drag()
    expect(submit.mock.lastCall![0].token).toBe('picture-2')
  },
)
