import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { Field } from './Field.tsx'
import { FieldsDrawer } from './FieldsDrawer.tsx'
import { Still } from './still.fixture.tsx'
import { useForm } from './use-form.ts'

afterEach(cleanup)

const Page = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <Still>{children}</Still>
  </MemoryRouter>
)

const schema = z.object({ name: z.string('应为文字').trim().min(1) })

function Space({ onClose, onSave }: { onClose: () => void; onSave: (name: string) => void }) {
  const [editing, setEditing] = useState(false)
  const form = useForm(schema, { name: '一号方阵' })
  return (
    <FieldsDrawer
      open
      title={editing ? '编辑区域' : '区域详情'}
      verb="保存"
      form={form}
      saving={{ error: null, busy: false, done: false }}
      onClose={onClose}
      onSend={({ name }) => onSave(name)}
      detail={{
        content: <p>名称：一号方阵</p>,
        editing,
        onSwitch: (wanted) => {
          form.reset({ name: '一号方阵' })
          setEditing(wanted)
        },
      }}
    >
      <Field label="名称">
        {(control) => (
          <input
            id={control.id}
            value={form.values.name}
            onChange={(event) => form.set('name', event.target.value)}
          />
        )}
      </Field>
    </FieldsDrawer>
  )
}

const named = (name: string) => screen.findByRole('dialog', { name })

test('the form switches between detail and edit, and asks before what was typed is lost (spec 2 §4)', async () => {
  const [onClose, onSave] = [vi.fn(), vi.fn()]
  const user = userEvent.setup()
  render(<Space onClose={onClose} onSave={onSave} />, { wrapper: Page })
  const detail = await named('区域详情')
  expect(within(detail).getByText('名称：一号方阵')).toBeTruthy()
  expect(within(detail).queryByRole('textbox')).toBeNull()

  await user.click(screen.getByRole('button', { name: '编辑' }))
  await named('编辑区域')
  await user.type(screen.getByRole('textbox', { name: '名称' }), '（南）')
  await user.click(screen.getByRole('button', { name: '取消' }))
  await user.click(within(await named('数据尚未保存，是否确定关闭?')).getByRole('button', { name: '确定' }))
  expect(await screen.findByText('名称：一号方阵')).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: '编辑' }))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '名称' })
  expect(field.value).toBe('一号方阵')
  await user.type(field, '甲{Enter}')
  expect(onSave).toHaveBeenCalledExactlyOnceWith('一号方阵甲')
})
