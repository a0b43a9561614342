import { gradingCalls, WORDS_OF_GRADING } from '@heliodesk/contract/defect-gradings.ts'
import type { DefectLevel } from '@heliodesk/contract/defect-levels.ts'
import { defectCalls } from '@heliodesk/contract/defects.ts'
import { DeviceTypeCascader } from '../../domain/DeviceTypeCascader.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { SwitchField } from '../../kit/fields/SwitchField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { WordsField } from '../../kit/fields/WordsField.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import { useCall } from '../../lib/queries.ts'
import { nameOf, type Grading } from './grading.tsx'

export function GradingForm(dialog: RecordFormProps<Grading, { id: string }>) {
  const { form, drawer } = useRecordForm(gradingCalls, dialog, {
    noun: '定级模板',
    start: { words: [], enabled: true },
    nameOf,
  })
  const { values, set, field } = form
  const levels = useCall(defectCalls.levels, {})
  return (
    <FieldsDrawer {...drawer}>
      <WordsField
        {...field('words')}
        label="关键词"
        required
        className="wide"
        most={WORDS_OF_GRADING}
        placeholder="如 停机 绝缘阻抗低，空格或逗号隔开"
        hint="工单描述含其中任一个就建议此等级，不分大小写"
      />
      <SelectField<DefectLevel>
        {...field('defectLevel')}
        label="缺陷等级"
        required
        choices={(levels.data ?? []).map(({ defectLevel, label }) => ({
          value: defectLevel,
          label: `${defectLevel} ${label}`,
        }))}
      />
      <PickerField
        {...field('deviceTypeId')}
        of={DeviceTypeCascader}
        label="设备类型"
        placeholder="所有设备"
        hint="含下级类型；不选即对所有设备"
        onChange={(value) => set('deviceTypeId', value ?? null)}
      />
      <TextField {...field('note')} label="说明" placeholder="为什么是这一级，建议时一并显示" />
      <SwitchField {...field('enabled')} label="启用" value={values.enabled} hint="停用后不再用于建议" />
    </FieldsDrawer>
  )
}
