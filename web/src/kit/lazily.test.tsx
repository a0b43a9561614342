import { act, cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazily } from './lazily.tsx'

type Props = { name: string }

const Panel = ({ name }: Props) => <p>{name}的内容</p>
const Waiting = ({ name }: Props) => <p>{name}加载中</p>

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  static getDerivedStateFromError = () => ({ failed: true })
  override state = { failed: false }
  override render() {
    return this.state.failed ? <p>没有加载</p> : this.props.children
  }
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('something stands in its place while the code is loaded, with the same properties', async () => {
  let arrive = (_code: typeof Panel) => {}
  const Part = lazily(() => new Promise<typeof Panel>((resolve) => (arrive = resolve)), Waiting)
  render(<Part name="设备" />)
  expect(screen.getByText('设备加载中')).toBeTruthy()
  await act(async () => arrive(Panel))
  expect(screen.getByText('设备的内容')).toBeTruthy()
})

test('code that was loaded before is drawn at once, and loaded once', async () => {
  const load = vi.fn(async () => Panel)
  const Part = lazily(load, Waiting)
  await Part.prefetch()
  render(
    <>
      <Part name="设备" />
      <Part name="工单" />
    </>,
  )
  expect(screen.getAllByText(/的内容$/)).toHaveLength(2)
  expect(load).toHaveBeenCalledOnce()
})

test('a failure reaches the boundary, and the next attempt loads again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn(async () => Panel)
  load.mockRejectedValueOnce(new Error('offline'))
  const Part = lazily(load)
  const { rerender } = render(
    <Boundary key="first">
      <Part name="设备" />
    </Boundary>,
  )
  expect(await screen.findByText('没有加载')).toBeTruthy()
  rerender(
    <Boundary key="second">
      <Part name="设备" />
    </Boundary>,
  )
  expect(await screen.findByText('设备的内容')).toBeTruthy()
})
