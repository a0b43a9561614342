import { checkCalls } from '@heliodesk/contract/checks.ts'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer, type RecordDrawer } from '../../kit/FieldsDrawer.tsx'
import { useUnique } from '../../kit/use-checks.ts'
import { useForm } from '../../kit/use-form.ts'
import { useSaving } from '../../kit/use-saving.ts'
import { readOne, useSeen } from '../../kit/use-seen.ts'
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

export function AddRule(dialog: DialogProps) {
  const form = useForm(fields, { segments: [FIRST_SEGMENT] })
  const saving = useSaving(checkCalls.add, {
    refresh: ruleViews,
    said: ({ ruleName }) => ['编码规则已新建', ruleName],
    onClose: dialog.onClose,
  })
  return (
    <RuleDrawer
      {...dialog}
      title="新建编码规则"
      verb="新建"
      form={form}
      saving={saving}
      onSend={saving.send}
    />
  )
}

export function EditRule({ opened, ...dialog }: DialogProps & { opened: Rule }) {
  const form = useForm(fields, fieldsOf(opened))
  const saving = useSaving(checkCalls.edit, {
    refresh: ruleViews,
    said: ({ ruleName }) => ['编码规则已保存', ruleName],
    onClose: dialog.onClose,
  })
  const { seen, look } = useSeen(opened, {
    saving,
    readAgain: ({ id }) => readOne(checkCalls.detail, { id }),
    onFresh: (fresh) => form.rebase(fieldsOf(fresh)),
    gone: '编码规则已被他人删除',
    onClose: dialog.onClose,
  })
  return (
    <RuleDrawer
      {...dialog}
      title="编辑编码规则"
      verb="保存"
      form={form}
      seen={seen}
      saving={saving}
      onRefresh={look}
      onSend={(input) => saving.send({ ...input, id: seen.id, version: seen.version })}
    />
  )
}

function RuleDrawer({ form, seen, onSend, ...rest }: RecordDrawer<typeof fields, Rule>) {
  const { values, field } = form
  const code = values.ruleCode ?? ''
  const isCode = fields.shape.ruleCode.safeParse(code).success
  const taken = useUnique('sys_check_rule.rule_code', isCode ? code : '', seen?.id)
  return (
    <FieldsDrawer
      {...rest}
      label={seen?.builtIn && <span className="tag ln">内置</span>}
      form={form}
      onSubmit={() => form.submit(onSend, taken)}
    >
      <TextField {...field('ruleName')} label="规则名称" required autoFocus placeholder="如 设备编号" />
      <TextField
        {...field('ruleCode')}
        label="规则编码"
        required
        code
        disabled={seen?.builtIn}
        error={form.errorOf('ruleCode') ?? taken}
        hint={seen?.builtIn ? '内置规则的编码由表单引用，不能修改' : '以字母开头，只含字母、数字和下划线'}
      />
      <SegmentsField {...field('segments')} value={values.segments ?? []} />
      <LongTextField
        {...field('description')}
        label="描述"
        rows={{ min: 2, max: 4 }}
        placeholder="用在哪里"
      />
    </FieldsDrawer>
  )
}
