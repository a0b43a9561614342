import type { Sent } from '@heliodesk/contract/call.ts'
import { checkCalls } from '@heliodesk/contract/checks.ts'
import { Input } from 'antd'
import { useState } from 'react'
import { CountedTextarea } from '../../kit/CountedTextarea.tsx'
import { Field, focusFirstError } from '../../kit/Field.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useUnique } from '../../kit/use-checks.ts'
import { useForm } from '../../kit/use-form.ts'
import { CallError, send } from '../../lib/call.ts'
import { reportCallError } from '../../lib/call-errors.ts'
import { notify } from '../../lib/notices.ts'
import { useCommand } from '../../lib/queries.ts'
import { ruleViews, type Rule } from './check-rule.tsx'
import { SegmentsField } from './SegmentsField.tsx'

type DialogProps = { open: boolean; onClose: () => void }

const fields = checkCalls.add.input
const fieldsOf = ({ ruleCode, ruleName, description, segments }: Rule) => ({
  ruleCode,
  ruleName,
  description,
  segments,
})
const FIRST_SEGMENT = { digits: '*' as const, pattern: '', message: '' }

export function AddRule({ open, onClose }: DialogProps) {
  const form = useForm(fields, { segments: [FIRST_SEGMENT] })
  const command = useCommand(checkCalls.add, {
    refresh: ruleViews,
    errors: 'own',
    onSuccess: ({ ruleName }) => {
      notify({ kind: 'success', title: '编码规则已新建', text: ruleName })
      onClose()
    },
  })
  return (
    <RuleDrawer
      title="新建编码规则"
      verb="新建"
      open={open}
      onClose={onClose}
      form={form}
      error={command.error}
      busy={command.isPending}
      onSubmit={(input) => command.mutate(input)}
    />
  )
}

/** What the form saves is bound to what it has seen; 刷新 looks again, and what was typed stays. */
export function EditRule({ opened, open, onClose }: DialogProps & { opened: Rule }) {
  const [seen, setSeen] = useState(opened)
  const form = useForm(fields, fieldsOf(opened))
  const command = useCommand(checkCalls.edit, {
    refresh: ruleViews,
    errors: 'own',
    onSuccess: ({ ruleName }) => {
      notify({ kind: 'success', title: '编码规则已保存', text: ruleName })
      onClose()
    },
  })
  const lookAgain = async () => {
    try {
      const { records } = await send(checkCalls.list, { keyword: seen.ruleCode, pageSize: 500 })
      const fresh = records.find(({ id }) => id === seen.id)
      if (!fresh) return
      command.reset()
      setSeen(fresh)
      form.rebase(fieldsOf(fresh))
    } catch (error) {
      if (error instanceof CallError) reportCallError(error)
    }
  }
  return (
    <RuleDrawer
      title="编辑编码规则"
      verb="保存"
      open={open}
      onClose={onClose}
      form={form}
      seen={seen}
      error={command.error}
      busy={command.isPending}
      onRefresh={() => void lookAgain()}
      onSubmit={(input) => command.mutate({ ...input, id: seen.id, version: seen.version })}
    />
  )
}

type RuleDrawerProps = DialogProps & {
  title: string
  verb: string
  form: ReturnType<typeof useForm<typeof fields>>
  seen?: Rule
  error: CallError | null
  busy: boolean
  onRefresh?: () => void
  onSubmit: (input: Sent<typeof checkCalls.add>) => void
}

function RuleDrawer({ form, seen, onSubmit, ...rest }: RuleDrawerProps) {
  const { values, set, leave, errorOf } = form
  const code = values.ruleCode ?? ''
  const isCode = fields.shape.ruleCode.safeParse(code).success
  const taken = useUnique('sys_check_rule.rule_code', isCode ? code : '', seen?.id)
  const submit = () => form.submit((input) => (taken ? focusFirstError(form.form.current) : onSubmit(input)))
  return (
    <FieldsDrawer
      {...rest}
      label={seen?.builtIn && <span className="tag ln">内置</span>}
      form={form}
      onSubmit={submit}
    >
      <Field label="规则名称" required error={errorOf('ruleName')}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            placeholder="如 设备编号"
            value={values.ruleName ?? ''}
            onChange={(event) => set('ruleName', event.target.value)}
            onBlur={() => leave('ruleName')}
          />
        )}
      </Field>
      <Field
        label="规则编码"
        required
        error={errorOf('ruleCode') ?? taken}
        hint={seen?.builtIn ? '内置规则的编码由表单引用，不能修改' : '以字母开头，只含字母、数字和下划线'}
      >
        {(control) => (
          <Input
            {...control}
            disabled={seen?.builtIn}
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            onChange={(event) => set('ruleCode', event.target.value)}
            onBlur={() => leave('ruleCode')}
          />
        )}
      </Field>
      <SegmentsField
        value={values.segments ?? []}
        error={errorOf('segments')}
        onChange={(segments) => set('segments', segments)}
        onBlur={() => leave('segments')}
      />
      <Field label="描述" className="wide" error={errorOf('description')}>
        {(control) => (
          <CountedTextarea
            {...control}
            rows={{ min: 2, max: 4 }}
            placeholder="用在哪里"
            value={values.description ?? ''}
            onChange={(value) => set('description', value)}
            onBlur={() => leave('description')}
          />
        )}
      </Field>
    </FieldsDrawer>
  )
}
