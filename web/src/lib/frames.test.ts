import { afterEach, expect, test, vi } from 'vitest'
import { forgetSession } from './session.ts'

afterEach(() => document.body.replaceChildren())

/** A frame at an address, and the messages it receives. */
function embed(src: string) {
  const postMessage = vi.fn()
  const frame = document.createElement('iframe')
  Object.defineProperties(frame, { src: { value: src }, contentWindow: { value: { postMessage } } })
  document.body.append(frame)
  return postMessage
}

test('whoever signs out is signed out in the embedded apps too, which hear it at their own origin', () => {
  const [assistant, sister] = [embed('https://chat.example/ai?token=T'), embed('/care/')]
  expect(assistant).not.toHaveBeenCalled()
  forgetSession()
  expect(assistant.mock.calls).toEqual([['logout', 'https://chat.example']])
  expect(sister.mock.calls).toEqual([['logout', window.location.origin]])
})
