import { paths } from '@heliodesk/contract/paths.ts'
import css from '../../domain/form-design/design-pane.module.css'
import { Check } from '../../domain/form-design/properties.tsx'
import { SelectField } from '../../kit/fields/SelectField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import type { Definition, DesignedType } from './design.ts'

type TypeSettingsProps = {
  definition: Definition
  processes: DesignedType['processes']
  onChange: (changed: Partial<Definition>) => void
}

/** What the type is called, the process of its orders, and the rules of their work. */
export function TypeSettings({ definition, processes, onChange }: TypeSettingsProps) {
  const { name, about, process, needWorkHours, scored } = definition
  const choices = processes.map((each) => ({
    value: each.key,
    label: `${each.name}（第 ${each.version} 版）`,
  }))
  const isKnown = choices.some(({ value }) => value === process)
  return (
    <div className={`fields ${css.settings}`}>
      <TextField
        label="类型名称"
        required
        maxLength={20}
        value={name}
        onChange={(typed) => onChange({ name: typed })}
      />
      <TextField
        label="说明"
        maxLength={60}
        hint="显示在新建工单的选项里"
        value={about}
        onChange={(typed) => onChange({ about: typed })}
      />
      <SelectField
        label="流程"
        required
        choices={isKnown ? choices : [...choices, { value: process, label: `${process}（不可用）` }]}
        value={process}
        hint="状态为待指派、处理中、验收中的环节各一个的流程"
        onChange={(key) => key && onChange({ process: key })}
      />
      <p className="t2 s13">
        流程在
        <a className="link" href={paths.processes.href({ process })}>
          流程设计
        </a>
        中查看和修改。
      </p>
      <Check
        label="提交验收前须填工时"
        checked={needWorkHours}
        onChange={(checked) => onChange({ needWorkHours: checked })}
      />
      <Check label="验收时须评分" checked={scored} onChange={(checked) => onChange({ scored: checked })} />
    </div>
  )
}
