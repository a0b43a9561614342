import { beforeEach, expect, test, vi, type Mock, type MockInstance } from 'vitest'
import { afterAnswer } from './after-answer.ts'

let frames: FrameRequestCallback[]
let work: Mock<() => void>
let clock: MockInstance<() => number>

beforeEach(() => {
  frames = []
  work = vi.fn()
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => frames.push(draw))
  clock = vi.spyOn(performance, 'now')
  press(0)
})

/** Only what a person does is trusted, not what a program clicks. */
function press(at: number, isTrusted = true) {
  const event = new MouseEvent('click', { bubbles: true })
  Object.defineProperty(event, 'isTrusted', { value: isTrusted })
  clock.mockReturnValue(at)
  document.body.dispatchEvent(event)
  clock.mockReturnValue(10_000)
}

test('what a press causes waits until a frame has answered it', async () => {
  press(9_900)
  afterAnswer(work)
  expect([work.mock.calls.length, frames.length]).toEqual([0, 1])
  frames[0]!(0)
  expect(work).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(work).toHaveBeenCalledOnce())
})

test('what no person has just pressed does not wait', () => {
  afterAnswer(work)
  expect(work).toHaveBeenCalledOnce()
  press(9_900, false)
  afterAnswer(work)
  expect(work).toHaveBeenCalledTimes(2)
})

test('a hidden window, which draws no frames, does not wait', () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  press(9_900)
  afterAnswer(work)
  expect(work).toHaveBeenCalledOnce()
})

test('what follows from work that has waited does not wait again', async () => {
  press(9_900)
  const order: string[] = []
  afterAnswer(() => {
    afterAnswer(() => order.push('inner'))
    order.push('outer')
  })
  frames[0]!(0)
  await vi.waitFor(() => expect(order).toEqual(['inner', 'outer']))
  press(9_950)
  afterAnswer(work)
  expect(work).not.toHaveBeenCalled()
})
