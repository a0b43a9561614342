import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRuleCheck, useUnique } from '../../kit/use-checks.ts'
import { fieldsIn } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import type { Dictionary } from './dictionary.ts'

const fields = dictionaryCalls.add.input

export function DictionaryForm(dialog: RecordFormProps<Dictionary>) {
  const { form, seen, drawer } = useRecordForm({
    ...dialog,
    noun: '字典',
    fields,
    valuesOf: fieldsIn(fields),
    send: dialog.opened ? dictionaryCalls.edit : dictionaryCalls.add,
    read: dictionaryCalls.detail,
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
      <TextField
        {...form.field('dictCode')}
        label="字典编码"
        required
        code
        disabled={builtIn}
        error={form.errorOf('dictCode') ?? used ?? broken}
        hint={builtIn ? '内置字典的编码由程序引用，不能修改' : '以字母开头，只含字母、数字和下划线'}
        placeholder="如 taskCategory"
      />
      <LongTextField
        {...form.field('description')}
        label="描述"
        rows={{ min: 2, max: 5 }}
        placeholder="用在哪里，由谁维护"
      />
    </FieldsDrawer>
  )
}

type RemovalProps = OverlayProps & {
  dictionary: Dictionary
  onRemoved: (dictionary: Dictionary) => void
}

export function RemoveDictionary({ dictionary, onRemoved, ...dialog }: RemovalProps) {
  const { id, dictName, dictCode, itemCount } = dictionary
  return (
    <RemoveDialog
      call={dictionaryCalls.remove}
      input={{ id }}
      {...dialog}
      title={`删除字典“${dictName}”？`}
      text={
        <>
          {itemCount > 0 && `其中 ${itemCount} 个字典项一并删除。`}
          使用编码 {dictCode} 的下拉选项将变为空，已有数据不再显示名称。删除后不可恢复。
        </>
      }
      verb={itemCount > 0 ? `删除字典和 ${itemCount} 项` : '删除字典'}
      done={['字典已删除', dictName]}
      onRemoved={() => onRemoved(dictionary)}
    />
  )
}
