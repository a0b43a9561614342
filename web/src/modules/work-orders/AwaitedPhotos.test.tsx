import { fieldPhotoCalls } from '@heliodesk/contract/field-photos.ts'
import type { AwaitedPhoto } from '@heliodesk/contract/order-photos.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { answering } from '../../lib/answering.fixture.ts'
import { useGrants } from '../../lib/permission.tsx'
import { AwaitedPhotos, awaitedInShort } from './AwaitedPhotos.tsx'
import { StepPhotoTiles } from './detail/StepPhotoTiles.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

const awaited = (more: Partial<AwaitedPhoto> = {}): AwaitedPhoto => ({
  id: 'c0ffee00-0000-4000-8000-000000000001',
  stepNo: 1,
  part: 'step',
  film: null,
  name: '铭牌.jpg',
  size: 1000,
  received: 0,
  state: 'waiting',
  reason: '',
  holdsUp: true,
  holderId: '7',
  holderName: '李志强',
  since: '2019-11-05 14:31:00',
  ...more,
})

test('a photo on its way says how much is here, on whose phone it is and since when', () => {
  const photos = [awaited(), awaited({ id: '2', received: 429 }), awaited({ id: '3', state: 'undelivered' })]
  render(<StepPhotoTiles photos={[]} awaited={photos} label="照片" />, { wrapper: Page })
  const tiles = within(screen.getByRole('list', { name: '照片' })).getAllByRole('listitem')
  expect(tiles.map((tile) => tile.textContent)).toEqual([
    '待上传在 李志强 的手机上，2019-11-05 14:31 起',
    '待上传 42 %在 李志强 的手机上，2019-11-05 14:31 起',
    '未送达在 李志强 的手机上，2019-11-05 14:31 起',
  ])
})

test('one that was not taken says why', () => {
  const refused = awaited({ state: 'refused', reason: '图片无法读取', holdsUp: false })
  render(<StepPhotoTiles photos={[]} awaited={[refused]} label="照片" />, { wrapper: Page })
  expect(screen.getByRole('listitem').textContent).toBe('未收下图片无法读取李志强2019-11-05 14:31 登记')
})

test('a step without any shows nothing', () => {
  const { container } = render(<StepPhotoTiles photos={[]} awaited={[]} label="照片" />, { wrapper: Page })
  expect(container.querySelector('ul')).toBeNull()
})

test('who executes the order does without what holds it up', async () => {
  useGrants.setState({ buttons: ['order:execute'] })
  const calls = answering({ [fieldPhotoCalls.forget.path]: {} })
  const photos = [awaited(), awaited({ id: '2', state: 'forgone', holdsUp: false })]
  render(<AwaitedPhotos photos={photos} label="照片" />, { wrapper: Page })
  await userEvent.click(screen.getByRole('button', { name: '不再等待' }))
  expect(calls).toMatchObject([{ path: fieldPhotoCalls.forget.path, input: { photoId: photos[0]!.id } }])
})

test('what holds up a submission is counted with its phones', () => {
  expect(awaitedInShort([awaited({ holdsUp: false })])).toBeNull()
  expect(awaitedInShort([awaited(), awaited(), awaited({ holderName: '王强' })])).toBe(
    '3 张照片还在 李志强、王强 的手机上',
  )
})
