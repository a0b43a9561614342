import { accessCalls } from '@heliodesk/contract/access.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { isolatePages, Page } from '../../kit/page.fixture.tsx'
import { useForm } from '../../kit/use-form.ts'
import { answering } from '../../lib/answering.fixture.ts'
import { useSession } from '../../lib/session.ts'
import { user } from '../../lib/user.fixture.ts'
import { personFields, UserFields } from './UserFields.tsx'

vi.mock('../../lib/call.ts', { spy: true })
isolatePages()

function Fields({ allData }: { allData: '0' | '1' }) {
  const form = useForm(personFields, { allData, depId: '3' })
  return (
    <>
      <UserFields form={form} faults={{ phone: null, jobNo: null }} />
      <output>{form.values.allData}</output>
    </>
  )
}

function show(allData: '0' | '1', hasAllData: '0' | '1') {
  useSession.setState({ token: 'T', user: { ...user, hasAllData } })
  answering({ [accessCalls.scopeSize.path]: { stationCount: 12, allStations: 40 } })
  render(<Fields allData={allData} />, { wrapper: Page })
}

const radios = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .map(({ checked, disabled, parentElement }) => [parentElement!.textContent, checked, disabled])

test.each([
  [
    '0',
    '1',
    [
      ['本部门及下级', true, false],
      ['全部数据', false, false],
    ],
  ],
  [
    '1',
    '1',
    [
      ['本部门及下级', false, false],
      ['全部数据', true, false],
    ],
  ],
  [
    '0',
    '0',
    [
      ['本部门及下级', true, false],
      ['全部数据', false, true],
    ],
  ],
  [
    '1',
    '0',
    [
      ['本部门及下级', false, false],
      ['全部数据', true, false],
    ],
  ],
] as const)('all data %s, given by one with %s', (allData, hasAllData, expected) => {
  show(allData, hasAllData)
  expect(radios()).toEqual(expected)
})

test('the scope changes with its radio, and tells its size', async () => {
  show('0', '1')
  expect((await screen.findByText(/现有/)).textContent).toContain('现有 12 / 40 座电站')
  await userEvent.click(screen.getByRole('radio', { name: '全部数据' }))
  expect(screen.getByText('1', { selector: 'output' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: '本部门及下级' }))
  expect(screen.getByText('0', { selector: 'output' })).toBeTruthy()
})
