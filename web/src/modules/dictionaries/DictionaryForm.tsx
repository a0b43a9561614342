import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { CodeField } from '../../kit/fields/CodeField.tsx'
import { NoteField } from '../../kit/fields/NoteField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRuleCheck, useUnique } from '../../kit/use-checks.ts'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import type { Dictionary } from './dictionary.ts'

const fields = dictionaryCalls.add.input

export function DictionaryForm(dialog: RecordFormProps<Dictionary, { id: string }>) {
  const { form, seen, drawer } = useRecordForm(dictionaryCalls, dialog, {
    noun: '字典',
    nameOf: ({ dictName }) => dictName,
    faults: { 'dictionary.code_taken': ['dictCode'] },
  })
  const builtIn = seen?.builtIn ?? false
  const code = form.values.dictCode ?? ''
  const isNew = code !== seen?.dictCode && fields.shape.dictCode.safeParse(code).success
  const used = useUnique('sys_dict.dict_code', isNew ? code : '', seen?.id)
  const broken = useRuleCheck('dictCode', isNew ? code : '')
  return (
    <FieldsDrawer {...drawer} label={builtIn && <span className="tag ln">内置</span>} checks={[used, broken]}>
      <TextField {...form.field('dictName')} label="字典名称" required autoFocus placeholder="如 任务分类" />
      <CodeField
        {...form.field('dictCode')}
        label="字典编码"
        error={form.errorOf('dictCode') ?? used ?? broken}
        kept={builtIn && '内置字典的编码由程序引用，不能修改'}
        placeholder="如 taskCategory"
      />
      <NoteField {...form.field('description')} label="描述" placeholder="用在哪里，由谁维护" />
    </FieldsDrawer>
  )
}
