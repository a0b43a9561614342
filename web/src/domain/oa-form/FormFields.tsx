import type { FieldOf, FormField } from '@heliodesk/contract/form-fields.ts'
import { own } from '@heliodesk/contract/own.ts'
import { useState } from 'react'
import { DayField } from '../../kit/fields/DayField.tsx'
import { FilesField } from '../../kit/fields/FilesField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { useDictionary } from '../../kit/use-dictionary.ts'
import { uploadHint, type UploadedFile } from '../../kit/use-uploads.ts'
import { DepartmentSelect } from '../DepartmentSelect.tsx'
import { ColleagueField } from '../ColleagueField.tsx'
import { StationField } from '../StationField.tsx'
import { DetailTableField } from './DetailTableField.tsx'
import { RangeFields } from './RangeFields.tsx'
import type { OaForm } from './use-oa-form.ts'

export type FilesByField = Readonly<Record<string, readonly UploadedFile[]>>

type FormFieldsProps = {
  form: OaForm
  /** The files of a request that exists, by field. */
  files?: FilesByField
  /** Called when uploads start and end; a stable function. */
  onBusy: (busy: boolean) => void
}

const noFiles: FilesByField = {}

/** The fields of a form that an administrator described, as far as its conditions show them. */
export const FormFields = ({ form, files = noFiles, onBusy }: FormFieldsProps) =>
  form.visible.map((field) => (
    <OneField key={field.key} field={field} form={form} files={own(files, field.key) ?? []} onBusy={onBusy} />
  ))

type OneFieldProps = {
  field: FormField
  form: OaForm
  files: readonly UploadedFile[]
  onBusy: (busy: boolean) => void
}

function OneField({ field, form, files, onBusy }: OneFieldProps) {
  const { key, label, required } = field
  const bound = form.field(key)
  const frame = { label, required, hint: field.hint || undefined, error: bound.error }
  // What was typed into a field of this kind, and the text or list that its control takes.
  const { onChange, onBlur } = bound as { onChange: (value: unknown) => void; onBlur: () => void }
  const text = typeof bound.value === 'string' ? bound.value : undefined
  const typed = { ...frame, value: text, onChange, onBlur }
  switch (field.kind) {
    case 'text':
      return <TextField {...typed} maxLength={field.max} />
    case 'longText':
      return <LongTextField {...typed} max={field.max} rows={3} mostRows={8} />
    case 'number':
    case 'money':
      return (
        <NumberField
          {...typed}
          {...numeric(field)}
          value={typeof bound.value === 'number' ? bound.value : undefined}
        />
      )
    case 'date':
      return <DayField {...typed} />
    case 'dateRange':
      return <RangeFields field={field} form={form} />
    case 'choice':
      return field.dictionary === '' ? (
        <SelectField {...typed} choices={field.options} allowClear={!required} />
      ) : (
        <DictionaryField {...typed} dictionary={field.dictionary} allowClear={!required} />
      )
    case 'person':
      return <ColleagueField {...typed} />
    case 'department':
      return <PickerField {...typed} of={DepartmentSelect} by="id" openOnly />
    case 'station':
      return <StationField {...typed} />
    case 'files':
      return <Files {...frame} max={field.max} files={files} onChange={onChange} onBusy={onBusy} />
    case 'table':
      return (
        <DetailTableField {...frame} field={field} value={bound.value} onChange={onChange} onBlur={onBlur} />
      )
  }
}

const numeric = (field: FieldOf<'money' | 'number'>) =>
  field.kind === 'money'
    ? { suffix: '元', precision: 2 }
    : { suffix: field.unit || undefined, precision: field.decimals }

type DictionaryFieldProps = Omit<Parameters<typeof SelectField<string>>[0], 'choices'> & {
  dictionary: string
}

const DictionaryField = ({ dictionary, ...field }: DictionaryFieldProps) => (
  <SelectField {...field} choices={useDictionary(dictionary)} />
)

type FilesProps = Pick<OneFieldProps, 'files' | 'onBusy'> & {
  label: string
  required: boolean
  hint: string | undefined
  error: string | null
  max: number
  onChange: (paths: string[] | undefined) => void
}

/** The form holds the paths of the files, as the call takes them. */
function Files({ hint, max, files, onChange, ...frame }: FilesProps) {
  const [shown, setShown] = useState<readonly UploadedFile[]>(files)
  return (
    <FilesField
      {...frame}
      hint={[hint, uploadHint('request', max)].filter(Boolean).join('；')}
      purpose="request"
      look="list"
      max={max}
      value={shown}
      onChange={(chosen) => {
        setShown(chosen)
        onChange(chosen.length > 0 ? chosen.map(({ path }) => path) : undefined)
      }}
    />
  )
}
