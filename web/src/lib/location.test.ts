import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest'
import { followLocation, go, navigator, standOver, useCurrentLocation, watchLinks } from './location.ts'

const address = () => useCurrentLocation.getState().pathname
const endings: (() => void)[] = []
let went: MockInstance<History['go']>

/** Simulates the browser moving to another history entry, as its buttons do. */
function pop(idx: number | null, path: string) {
  window.history.replaceState(idx === null ? null : { idx }, '', `#${path}`)
  window.dispatchEvent(new PopStateEvent('popstate'))
}

function stand(isDirty: boolean) {
  const close = vi.fn()
  endings.push(standOver({ isDirty: () => isDirty, close }))
  return close
}

beforeEach(() => {
  went = vi.spyOn(window.history, 'go').mockReturnValue()
  window.history.replaceState({ idx: 0 }, '', '#/first')
  endings.push(followLocation())
  go('/second')
})
afterEach(() => {
  for (const end of endings.splice(0).toReversed()) end()
})

test('back leaves the page while nothing stands over it', () => {
  pop(0, '/first')
  expect(address()).toBe('/first')
})

test('back closes what stands over the page, the last first, and the page stays', () => {
  const [below, top] = [stand(false), stand(false)]
  pop(0, '/first')
  expect([below.mock.calls.length, top.mock.calls.length]).toEqual([0, 1])
  expect(address()).toBe('/second')
  expect(went.mock.calls).toEqual([[1]])
})

test('other ways lead on over what is clean, but not over what is unsaved', () => {
  const clean = stand(false)
  pop(null, '/linked')
  expect(clean).not.toHaveBeenCalled()
  expect(address()).toBe('/linked')

  const dirty = stand(true)
  pop(null, '/elsewhere')
  expect(dirty).toHaveBeenCalledOnce()
  expect(address()).toBe('/linked')
  expect(window.location.hash).toBe('#/linked')
})

test('where the product itself goes back, nothing stands against it', () => {
  const dirty = stand(true)
  navigator.go(-1)
  pop(0, '/first')
  expect(dirty).not.toHaveBeenCalled()
  expect(address()).toBe('/first')
})

test('links and jumps go only where they may; addresses typed by a person are not their affair', () => {
  const asked = vi.fn((pathname: string) => pathname !== '/denied')
  endings.push(watchLinks(asked))
  go('/denied?id=1')
  navigator.push('/denied')
  expect(address()).toBe('/second')
  expect(asked.mock.calls).toEqual([
    ['/denied', '?id=1'],
    ['/denied', ''],
  ])
  go('/second?page=2')
  expect(asked).toHaveBeenCalledTimes(2)
  navigator.push({ pathname: '/third', search: '' })
  expect(address()).toBe('/third')

  document.body.innerHTML =
    '<a href="#/denied"><b>denied</b></a> <a href="#/first">first</a> <a href="#/denied" target="_blank">new</a>'
  const click = (at: number, init: MouseEventInit = {}) => {
    const element = document.querySelectorAll('a')[at]!
    return (element.firstElementChild ?? element).dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, ...init }),
    )
  }
  expect([click(0), click(1), click(2), click(0, { ctrlKey: true })]).toEqual([false, true, true, true])
  pop(null, '/denied')
  expect(address()).toBe('/denied')
})

describe('a navigation while the browser still goes back', () => {
  test('comes after it, and is not undone by it', () => {
    navigator.go(-1)
    go('/third')
    navigator.replace('/third?keyword=x')
    expect(window.location.hash).toBe('#/second')
    pop(0, '/first')
    expect(window.location.hash).toBe('#/third?keyword=x')
    expect(address()).toBe('/third')
  })

  test('by a link comes after it too', () => {
    endings.push(watchLinks(() => true))
    document.body.innerHTML = '<a href="#/linked">Linked</a>'
    navigator.go(-1)
    document.querySelector('a')!.click()
    expect(window.location.hash).toBe('#/second')
    pop(0, '/first')
    expect(window.location.hash).toBe('#/linked')
    document.body.innerHTML = ''
  })

  test('does not wait for ever where the browser has nothing to go back to', () => {
    vi.useFakeTimers()
    navigator.go(-1)
    go('/third')
    vi.advanceTimersByTime(1000)
    vi.useRealTimers()
    expect(window.location.hash).toBe('#/third')
  })
})
