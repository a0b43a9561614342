import { checkCalls } from '@heliodesk/contract/checks.ts'
import { CodeField } from '../../kit/fields/CodeField.tsx'
import { LongTextField } from '../../kit/fields/LongTextField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { useUnique } from '../../kit/use-checks.ts'
import { useRecordForm, type RecordFormProps } from '../../kit/use-record-form.ts'
import type { Rule } from './check-rule.tsx'
import { SegmentsField } from './SegmentsField.tsx'

const fields = checkCalls.add.input

export function RuleForm(dialog: RecordFormProps<Rule, { id: string }>) {
  const { form, seen, drawer } = useRecordForm(checkCalls, dialog, {
    noun: '编码规则',
    start: { segments: [{ digits: '*', pattern: '', message: '' }] },
    nameOf: ({ ruleName }) => ruleName,
  })
  const { values, field } = form
  const code = values.ruleCode ?? ''
  const isCode = fields.shape.ruleCode.safeParse(code).success
  const taken = useUnique('sys_check_rule.rule_code', isCode ? code : '', seen?.id)
  return (
    <FieldsDrawer {...drawer} label={seen?.builtIn && <span className="tag ln">内置</span>} checks={[taken]}>
      <TextField {...field('ruleName')} label="规则名称" required autoFocus placeholder="如 设备编号" />
      <CodeField
        {...field('ruleCode')}
        label="规则编码"
        error={form.errorOf('ruleCode') ?? taken}
        kept={seen?.builtIn && '内置规则的编码由表单引用，不能修改'}
      />
      <SegmentsField {...field('segments')} value={values.segments ?? []} />
      <LongTextField {...field('description')} label="描述" rows={2} mostRows={4} placeholder="用在哪里" />
    </FieldsDrawer>
  )
}
