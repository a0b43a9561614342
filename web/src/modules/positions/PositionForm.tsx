import { positionCalls } from '@heliodesk/contract/positions.ts'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import type { Position } from './position-list.tsx'

export function PositionForm(dialog: RecordFormProps<Position, { id: string }>) {
  const { form, drawer } = useRecordForm(positionCalls, dialog, {
    noun: '岗位',
    start: { postRank: 0 },
    nameOf: ({ name }) => name,
    valuesOf: ({ code, name, postRank, description }) => ({ code, name, postRank, description }),
    faults: { 'position.code_taken': ['code'] },
  })
  const { values, set, field } = form
  return (
    <FieldsDrawer {...drawer}>
      <TextField {...field('name')} label="岗位名称" required autoFocus placeholder="如 值班长" />
      <TextField {...field('code')} label="岗位编码" required code hint="只含字母、数字和下划线" />
      <NumberField
        {...field('postRank')}
        label="排序"
        hint="小的在前"
        min={0}
        max={9999}
        precision={0}
        controls
        value={Number(values.postRank ?? 0)}
        onChange={(value) => set('postRank', value)}
      />
      <LongTextField
        {...field('description')}
        label="说明"
        rows={3}
        mostRows={6}
        placeholder="这个岗位负责什么"
      />
    </FieldsDrawer>
  )
}
