import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { Input } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { CommandAlert } from '../../kit/CommandAlert.tsx'
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Field, focusFirstError } from '../../kit/Field.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useRuleCheck, useUnique } from '../../kit/use-checks.ts'
import { useForm } from '../../kit/use-form.ts'
import { CallError } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { dictionaryViews, useFreshDictionary, type Dictionary } from './dictionary.ts'

export type DictionaryRequest = { kind: 'add' } | { kind: 'edit' | 'remove'; dictionary: Dictionary }

type DialogProps = { open: boolean; onClose: () => void }
type DictionaryDialogsProps = DialogProps & {
  request: DictionaryRequest
  onSaved: (dictionary: Dictionary) => void
  onRemoved: (dictionary: Dictionary) => void
}

/** The form or the question that belongs to what somebody wants to do with a dictionary. */
export function DictionaryDialogs({ request, onSaved, onRemoved, ...rest }: DictionaryDialogsProps) {
  if (request.kind === 'add') return <AddDictionary {...rest} onSaved={onSaved} />
  if (request.kind === 'edit')
    return <EditDictionary {...rest} opened={request.dictionary} onSaved={onSaved} />
  return <RemoveDictionary {...rest} dictionary={request.dictionary} onRemoved={onRemoved} />
}

type SavingProps = DialogProps & Pick<DictionaryDialogsProps, 'onSaved'>

const fieldsOf = ({ dictCode, dictName, description }: Dictionary) => ({ dictCode, dictName, description })

/** The same fields for a new dictionary and for one that is there. */
const useDictionaryForm = (initial: Partial<ReturnType<typeof fieldsOf>>) =>
  useForm(dictionaryCalls.add.input, initial)

function AddDictionary({ open, onClose, onSaved }: SavingProps) {
  const form = useDictionaryForm({})
  const command = useCommand(dictionaryCalls.add, {
    refresh: dictionaryViews,
    errors: 'own',
    onSuccess: (dictionary) => {
      notify({ kind: 'success', title: '字典已新建', text: dictionary.dictName })
      onClose()
      onSaved(dictionary)
    },
  })
  return (
    <DictionaryDrawer
      title="新建字典"
      verb="新建"
      open={open}
      onClose={onClose}
      form={form}
      error={command.error}
      busy={command.isPending}
      onChange={command.reset}
      onSubmit={(input) => command.mutate(input)}
    />
  )
}

/** What the form saves is bound to what it has seen; 刷新 looks again, and what was typed stays. */
function EditDictionary({ opened, open, onClose, onSaved }: SavingProps & { opened: Dictionary }) {
  const [seen, setSeen] = useState(opened)
  const form = useDictionaryForm(fieldsOf(opened))
  const readAgain = useFreshDictionary()
  const command = useCommand(dictionaryCalls.edit, {
    refresh: dictionaryViews,
    errors: 'own',
    onSuccess: (dictionary) => {
      notify({ kind: 'success', title: '字典已保存', text: dictionary.dictName })
      onClose()
      onSaved(dictionary)
    },
  })
  const look = async () => {
    try {
      const fresh = await readAgain(opened.id)
      command.reset()
      if (!fresh) {
        notify({ kind: 'warning', title: '字典已被他人删除', text: seen.dictName })
        onClose()
        return
      }
      setSeen(fresh)
      form.rebase(fieldsOf(fresh))
    } catch (error) {
      if (error instanceof CallError) reportCallError(error)
    }
  }
  return (
    <DictionaryDrawer
      title="编辑字典"
      verb="保存"
      open={open}
      onClose={onClose}
      form={form}
      error={command.error}
      busy={command.isPending}
      onChange={command.reset}
      onRefresh={() => void look()}
      seen={seen}
      onSubmit={(input) => command.mutate({ ...input, id: seen.id, version: seen.version })}
    />
  )
}

type DictionaryDrawerProps = DialogProps & {
  title: string
  verb: string
  form: ReturnType<typeof useDictionaryForm>
  /** The one that is edited. */
  seen?: Dictionary
  error: CallError | null
  busy: boolean
  /** The answer to the last try does not hold for what is being typed now. */
  onChange: () => void
  onRefresh?: () => void
  onSubmit: (input: z.input<typeof dictionaryCalls.add.input>) => void
}

const CODE_TAKEN = 'dictionary.code_taken'

function DictionaryDrawer({ form, seen, error, onChange, onSubmit, ...rest }: DictionaryDrawerProps) {
  const { values, set, leave, errorOf } = form
  const builtIn = seen?.builtIn ?? false
  const code = values.dictCode ?? ''
  const isNew = code !== seen?.dictCode && dictionaryCalls.add.input.shape.dictCode.safeParse(code).success
  const used = useUnique('sys_dict.dict_code', isNew ? code : '', seen?.id)
  const broken = useRuleCheck('dictCode', isNew ? code : '')
  const taken = error?.code === CODE_TAKEN ? error.message : null
  const fault = taken ?? used ?? broken
  const submit = () =>
    form.submit((input) => ((used ?? broken) ? focusFirstError(form.form.current) : onSubmit(input)))
  return (
    <FieldsDrawer
      {...rest}
      label={builtIn && <span className="tag ln">内置</span>}
      form={form}
      error={taken ? null : error}
      onSubmit={submit}
    >
      <Field label="字典名称" required error={errorOf('dictName')}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            placeholder="如 任务分类"
            value={values.dictName ?? ''}
            onChange={(event) => set('dictName', event.target.value)}
            onBlur={() => leave('dictName')}
          />
        )}
      </Field>
      <Field
        label="字典编码"
        required
        error={errorOf('dictCode') ?? fault}
        hint={builtIn ? '内置字典的编码由程序引用，不能修改' : '以字母开头，只含字母、数字和下划线'}
      >
        {(control) => (
          <Input
            {...control}
            disabled={builtIn}
            autoCapitalize="none"
            spellCheck={false}
            placeholder="如 taskCategory"
            value={code}
            onChange={(event) => {
              set('dictCode', event.target.value)
              if (taken) onChange()
            }}
            onBlur={() => leave('dictCode')}
          />
        )}
      </Field>
      <Field label="描述" className="wide" error={errorOf('description')}>
        {(control) => (
          <CountedTextarea
            {...control}
            rows={{ min: 2, max: 5 }}
            placeholder="用在哪里，由谁维护"
            value={values.description ?? ''}
            onChange={(value) => set('description', value)}
            onBlur={() => leave('description')}
          />
        )}
      </Field>
    </FieldsDrawer>
  )
}

type RemovalProps = DialogProps & {
  dictionary: Dictionary
  onRemoved: (dictionary: Dictionary) => void
}

function RemoveDictionary({ dictionary, open, onClose, onRemoved }: RemovalProps) {
  const { id, dictName, dictCode, itemCount } = dictionary
  const command = useCommand(dictionaryCalls.remove, {
    refresh: dictionaryViews,
    errors: 'own',
    onSuccess: () => {
      notify({ kind: 'success', title: '字典已删除', text: dictName })
      onClose()
      onRemoved(dictionary)
    },
  })
  return (
    <ConfirmDialog
      open={open}
      danger
      title={`删除字典“${dictName}”？`}
      text={
        <>
          {itemCount > 0 && `其中 ${itemCount} 个字典项一并删除。`}
          使用编码 {dictCode} 的下拉选项将变为空，已有数据不再显示名称。删除后不可恢复。
        </>
      }
      verb={itemCount > 0 ? `删除字典和 ${itemCount} 项` : '删除字典'}
      busy={command.isPending}
      onConfirm={() => command.mutate({ id })}
      onCancel={onClose}
    >
      <CommandAlert error={command.error} />
    </ConfirmDialog>
  )
}
