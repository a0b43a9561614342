import {
  earthCalls,
  earthKinds,
  earthTitles,
  isTested,
  type Earth,
  type EarthKind,
} from '@heliodesk/contract/earths.ts'
import { kilovoltChoices, type Kilovolts } from '@heliodesk/contract/kilovolts.ts'
import { StationField } from '../../domain/StationField.tsx'
import { DayField } from '../../kit/fields/DayField.tsx'
import { NoteField } from '../../kit/fields/NoteField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import { nameOf } from './earth-list.tsx'

export function EarthForm(dialog: RecordFormProps<Earth, { id: string }>) {
  const { form, drawer } = useRecordForm(earthCalls, dialog, {
    noun: '接地线',
    verb: '登记',
    start: { kind: 'wire', voltage: '35' },
    nameOf,
    faults: { 'earth.name_taken': ['name'], 'earth.test_due': ['testDue'], 'earth.kind': ['kind'] },
  })
  const { values, field } = form
  const { kind } = values
  const isPortable = kind === undefined || isTested(kind)
  return (
    <FieldsDrawer {...drawer}>
      <SelectField<EarthKind>
        {...field('kind')}
        label={earthTitles.kindLabel}
        required
        choices={earthKinds}
      />
      <TextField
        {...field('name')}
        label={earthTitles.name}
        required
        autoFocus
        hint={isPortable ? '与存放位置的编号一致' : '如 33117'}
      />
      <StationField {...field('psId')} label={earthTitles.psName} required onlyOne />
      <SelectField<Kilovolts>
        {...field('voltage')}
        label={earthTitles.voltage}
        required
        choices={kilovoltChoices}
      />
      <TextField
        {...field('place')}
        label={isPortable ? earthTitles.place : '所在设备'}
        required
        placeholder={isPortable ? '如 1号接地线柜 3号位' : '如 3号箱变高压侧'}
      />
      {isPortable && <DayField {...field('testDue')} label={earthTitles.testDue} required />}
      <NoteField {...field('remark')} label={earthTitles.remark} />
    </FieldsDrawer>
  )
}
