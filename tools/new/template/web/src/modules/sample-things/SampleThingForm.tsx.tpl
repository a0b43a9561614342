import { sampleThingCalls, type SampleThing } from '@heliodesk/contract/sample-things.ts'
import { StationField } from '../../domain/StationField.tsx'
import { NoteField } from '../../kit/fields/NoteField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'

export function SampleThingForm(dialog: RecordFormProps<SampleThing>) {
  const { form, drawer } = useRecordForm(sampleThingCalls, dialog, {
    noun: '样品',
    nameOf: ({ name }) => name,
    faults: { 'sample_thing.name_taken': ['name'] },
  })
  const { field } = form
  return (
    <FieldsDrawer {...drawer}>
      <TextField {...field('name')} label="样品名称" required autoFocus />
      <StationField {...field('psId')} label="电站" required onlyOne />
      <NoteField {...field('remark')} label="备注" />
    </FieldsDrawer>
  )
}
