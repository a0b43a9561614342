import { useState } from 'react'
import { z } from 'zod'
import { day, named, requiredText, text } from '@heliodesk/contract/fields.ts'
import type { GalleryEntry } from '../../../gallery/entry.ts'
import { useForm } from '../use-form.ts'
import { DayField } from './DayField.tsx'
import { LongTextField } from './LongTextField.tsx'
import { NumberField } from './NumberField.tsx'
import { OrderField } from './OrderField.tsx'
import { SelectField } from './SelectField.tsx'
import { SwitchField } from './SwitchField.tsx'
import { TextField } from './TextField.tsx'
import { TickField } from './TickField.tsx'
import { TimeField } from './TimeField.tsx'
import { WordsField } from './WordsField.tsx'

const schema = z.object({
  name: named('设备名称', requiredText(50)),
  code: named('设备编码', text(20)).optional(),
  phase: named('相数', z.enum(['1', '3'])).optional(),
  ratedKw: named('额定功率', z.number().min(0, '应不小于 0')).optional(),
  installedOn: named('投运日期', day).optional(),
  plannedAt: named('计划开始时间', text(20)).optional(),
  words: named('关键词', z.array(text(20))).optional(),
  enabled: named('启用', z.boolean()).optional(),
  isShared: named('共用', z.boolean()).optional(),
  remark: named('备注', text(50)).optional(),
})

const categories = { majeure: '不可抗力', scheduled: '计划检修', forced: '强迫停运' }
type Category = keyof typeof categories
const usual: Category[] = ['majeure', 'scheduled', 'forced']

function Fields({ start }: { start: Partial<z.input<typeof schema>> }) {
  const [order, setOrder] = useState(usual)
  const { field, form, submit } = useForm(schema, start)
  return (
    <form
      ref={form}
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        submit(() => undefined)
      }}
    >
      <TextField {...field('name')} label="设备名称" required placeholder="如 3号箱变-05号逆变器" />
      <TextField {...field('code')} label="设备编码" code hint="不填由系统给出" />
      <SelectField {...field('phase')} label="相数" allowClear choices={{ 1: '单相', 3: '三相' }} />
      <NumberField {...field('ratedKw')} label="额定功率" suffix="kW" />
      <DayField {...field('installedOn')} label="投运日期" past />
      <TimeField {...field('plannedAt')} label="计划开始时间" />
      <OrderField
        label="停机类别的先后"
        hint="排在前面的全额计"
        names={categories}
        usual={usual}
        value={order}
        onChange={setOrder}
      />
      <WordsField {...field('words')} label="关键词" most={5} placeholder="空格或逗号隔开" />
      <SwitchField {...field('enabled')} label="启用" hint="停用后不再可选" />
      <TickField {...field('isShared')} label="共用" hint="多个方阵共用一台" />
      <LongTextField {...field('remark')} label="备注" max={50} rows={2} mostRows={4} />
      <input type="submit" hidden />
    </form>
  )
}

export default {
  title: '绑定表单的字段',
  group: '录入',
  states: {
    '空，离开必填项即提示': () => <Fields start={{}} />,
    已填写: () => (
      <Fields
        start={{
          name: '3号箱变-05号逆变器',
          code: 'NBQ-3-05',
          phase: '3',
          ratedKw: 225,
          installedOn: '2024-06-30',
          plannedAt: '2026-11-22 08:30:00',
          words: ['停机', '绝缘阻抗低'],
          enabled: true,
          remark: '通讯正常',
        }}
      />
    ),
  },
} satisfies GalleryEntry
