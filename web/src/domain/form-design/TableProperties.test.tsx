import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { everyKind } from '../oa-form/samples.ts'
import { isolatePages, showPage } from '../../kit/page.fixture.tsx'
import { TableProperties } from './TableProperties.tsx'

isolatePages()
Element.prototype.scrollIntoView = () => undefined

const table = everyKind.fields.find((field) => field.kind === 'table')!
const column = {
  key: 'cost',
  label: '金额',
  kind: 'money',
  required: false,
  unit: '',
  decimals: 2,
  options: [],
}
const field = { ...table, key: 'items', columns: [column], sum: null } as typeof table

test('a column of numbers is summed up under a name of its own, or no longer', async () => {
  const set = vi.fn()
  const sum = { column: 'cost', key: 'itemsTotal', label: '合计' }
  const { rerender } = showPage(<TableProperties field={field} set={set} />, '/')
  await userEvent.click(screen.getByRole('combobox', { name: '合计' }))
  await userEvent.click(await screen.findByText('金额', { selector: '.ant-select-item-option-content' }))
  expect(set).toHaveBeenLastCalledWith({ sum })
  rerender(<TableProperties field={{ ...field, sum }} set={set} />)
  await userEvent.click(document.querySelector('.ant-select-clear')!)
  expect(set).toHaveBeenLastCalledWith({ sum: null })
})
