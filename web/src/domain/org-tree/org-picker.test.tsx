import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { confirm, field, isolatePickers, open, Picker, row } from './org-picker.fixture.tsx'
import { serveOrg, smallOrg, stationsOf } from './org-server.fixture.ts'
import { PlainOrg } from './plain-org.fixture.ts'
import type { OrgSelection } from './selection.ts'

isolatePickers()

test('a search of which no more are sent says how many there are in all', async () => {
  const org = smallOrg()
  const wide = org.roots[0]!.kids[1]!.kids[0]!
  wide.kids = stationsOf(500, 1000, wide.code)
  const asked = serveOrg(new PlainOrg(org.roots))
  render(<Picker />)
  await open()
  fireEvent.change(screen.getByRole('searchbox', { name: /查找/ }), { target: { value: '电站1' } })
  expect(await screen.findByText(/^前 50\d 项，共 1,234 项匹配$/)).toBeTruthy()
  expect(asked.at(-1)!.input).toMatchObject({ search: '电站1', isQueryPs: '1' })
})

test.each([
  ['a department without stations', { depCodes: ['A09'] }],
  ['a station that is gone', { psIds: ['999'] }],
])('%s has no name in the tree, so the field counts', async (_what, start) => {
  serveOrg(smallOrg())
  render(<Picker label="电站" start={start} />)
  await waitFor(() => expect(field().textContent).toMatch(/^电站\s已选电站 0 座$/))
})

test('one station is named and highlighted as itself, also where it is all that its department has', async () => {
  const org = smallOrg()
  const [alone] = org.roots[0]!.kids[1]!.kids
  alone!.kids = stationsOf(9, 1, alone!.code)
  serveOrg(new PlainOrg(org.roots))
  render(<Picker single start={{ psIds: ['9'] }} />)
  await waitFor(() => expect(field().textContent).toBe('电站9'))
  await open()
  expect((await row('电站9')).getAttribute('aria-selected')).toBe('true')
  expect((await row('安徽')).getAttribute('aria-selected')).toBe('false')
})

/** The small organisation with a closed centre, as answered in station mode: only stations can be chosen separately. */
function withClosedCentre() {
  const org = smallOrg()
  const answer = org.answer.bind(org)
  org.answer = (node, base, levels) => {
    const told = answer(node, base, levels)
    if (node.kind === 'station') return told
    const status = node.id === '12' ? '2' : '1'
    return { ...told, status, disabled: true, disabledReason: '请选择电站' }
  }
  return org
}

test('a department out of use is checked like any other, unless closed departments are to be disabled', async () => {
  serveOrg(withClosedCentre())
  render(<Picker />)
  await open()
  expect((await row('安徽')).textContent).not.toContain('请选择电站')
  fireEvent.click(await row('安徽'))
  expect((await row('安徽')).getAttribute('aria-checked')).toBe('true')
  cleanup()

  const asked = serveOrg(withClosedCentre())
  render(<Picker mode={{ kind: 'station', disableClosed: true }} />)
  await open()
  expect(asked[0]!.input).toMatchObject({ disableClosed: '1' })
  fireEvent.click(await row('安徽'))
  expect((await row('安徽')).getAttribute('aria-checked')).toBe('false')
  expect((await row('安徽')).getAttribute('aria-disabled')).toBe('true')
})

test('a closed department that is disabled does not stand for those below it', async () => {
  const org = smallOrg()
  org.roots[0]!.disabled = true
  serveOrg(org)
  const seen = vi.fn<(selection: OrgSelection) => void>()
  render(<Picker mode={{ kind: 'department', disableClosed: true }} seen={seen} />)
  await open()
  fireEvent.click(await row('示范光伏'))
  expect(screen.getAllByText('已选部门 0 个').length).toBeGreaterThan(0)
  fireEvent.click(await row('江苏'))
  fireEvent.click(await row('安徽'))
  expect(screen.getAllByText('已选部门 2 个').length).toBeGreaterThan(0)
  confirm()
  await waitFor(() => expect(seen).toHaveBeenCalled())
  expect(seen.mock.lastCall![0]).toMatchObject({ depIds: ['11', '12'] })
})
