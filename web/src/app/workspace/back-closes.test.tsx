import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AbandonedData } from '../../kit/AbandonedData.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { ImagePreviewer } from '../../kit/image-previewer/ImagePreviewer.tsx'
import { SearchSheet } from '../../kit/search-bar/SearchSheet.tsx'
import { Still } from '../../kit/still.fixture.tsx'
import { followLocation, go } from '../../lib/location.ts'
import { queryClient } from '../../lib/queries.ts'
import { AppDownloadDialog } from './head/AppDownloadDialog.tsx'
import { AssistantDrawer } from './head/AssistantDrawer.tsx'
import { Switcher } from './head/Switcher.tsx'
import { assembleRoutes } from './menu.ts'
import { entry } from './menu-fixture.ts'
import { SearchPalette } from './search/SearchPalette.tsx'

const routes = assembleRoutes([entry('/taskCenter', '/taskCenter')], new Set())
const close = vi.fn()
let unfollow = () => {}

beforeEach(() => {
  close.mockReset()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  vi.spyOn(window.history, 'go').mockImplementation(() => pop(1, '/second'))
  window.history.replaceState({ idx: 0 }, '', '#/first')
  unfollow = followLocation()
  go('/second')
})
afterEach(() => {
  cleanup()
  unfollow()
  vi.unstubAllGlobals()
})

const nothing = () => {}
const dialog = { title: '删除', verb: '删除', onConfirm: nothing, onCancel: close }
const sheet = { onClose: close, onSearch: () => true, onReset: nothing, children: null }
const picture = { url: '/a.png', name: 'a.png' }

test.each<[string, () => ReactElement]>([
  ['a question', () => <ConfirmDialog open {...dialog} />],
  ['the notice of a deleted record', () => <AbandonedData open onClose={close} />],
  ['the filters of a phone', () => <SearchSheet open {...sheet} />],
  ['a picture', () => <ImagePreviewer items={[picture]} onClose={close} />],
  ['the search', () => <SearchPalette routes={routes} onClose={close} />],
  ['the sister systems', () => <Switcher routes={{ ...routes, home: '/' }} name="运维" onClose={close} />],
  ['the assistant', () => <AssistantDrawer onClose={close} />],
  ['the address of the app', () => <AppDownloadDialog onClose={close} />],
])('the back button closes %s', (_what, overlay) => {
  render(<QueryClientProvider client={queryClient}>{overlay()}</QueryClientProvider>, { wrapper: Still })
  back()
  expect(close).toHaveBeenCalledOnce()
})

test.each<[string, () => ReactElement]>([
  ['a question', () => <ConfirmDialog open={false} {...dialog} />],
  ['the notice of a deleted record', () => <AbandonedData open={false} onClose={close} />],
  ['a sheet of filters', () => <SearchSheet open={false} {...sheet} />],
])('the back button leaves the page when %s is not open', (_what, overlay) => {
  render(overlay(), { wrapper: Still })
  back()
  expect(close).not.toHaveBeenCalled()
})

const back = () => pop(0, '/first')

/** What the browser does when it moves to another entry of its history. */
function pop(idx: number, path: string) {
  window.history.replaceState({ idx }, '', `#${path}`)
  window.dispatchEvent(new PopStateEvent('popstate'))
}
