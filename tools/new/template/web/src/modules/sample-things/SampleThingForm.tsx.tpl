import { sampleThingCalls, type SampleThing } from '@heliodesk/contract/sample-things.ts'
import { StationField } from '../../domain/StationField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { fieldsIn } from '../../kit/use-form.ts'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'

const fields = sampleThingCalls.add.input

export function SampleThingForm(dialog: RecordFormProps<SampleThing>) {
  const { form, drawer } = useRecordForm({
    ...dialog,
    noun: '样品',
    fields,
    valuesOf: fieldsIn(fields),
    send: dialog.opened ? sampleThingCalls.edit : sampleThingCalls.add,
    read: sampleThingCalls.detail,
    nameOf: ({ name }) => name,
    faults: { 'sample_thing.name_taken': ['name'] },
  })
  const { field } = form
  return (
    <FieldsDrawer {...drawer}>
      <TextField {...field('name')} label="样品名称" required autoFocus />
      <StationField {...field('psId')} label="电站" required onlyOne />
      <LongTextField {...field('remark')} label="备注" rows={{ min: 2, max: 5 }} />
    </FieldsDrawer>
  )
}
