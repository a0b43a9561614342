import { defectLevels, type DefectLevel, type GradeRule } from '@heliodesk/contract/defect-levels.ts'
import type { BusinessSettings } from '@heliodesk/contract/settings.ts'
import { NumberField } from '../../kit/fields/NumberField.tsx'
import { TextField } from '../../kit/fields/TextField.tsx'
import type { Draft } from './use-draft.ts'

type GradeSettingsProps = { draft: Draft<BusinessSettings> }

/** What the grades of defects are called, and by when each is seen to. */
export const GradeSettings = ({ draft }: GradeSettingsProps) =>
  defectLevels.map((level) => <Grade key={level} draft={draft} level={level} />)

const limits = [
  { name: 'respondMinutes', title: '响应时限', unit: '分钟' },
  { name: 'arriveHours', title: '到场时限', unit: '小时' },
  { name: 'recoverHours', title: '恢复时限', unit: '小时' },
] as const

function Grade({ draft, level }: GradeSettingsProps & { level: DefectLevel }) {
  const name = `defect${level}` as const
  const rule = draft.values[name]
  const set = (change: Partial<GradeRule>) => draft.set(name, { ...rule, ...change })
  return (
    <>
      <TextField
        label={`${level} 类名称`}
        required
        error={draft.errorOf(`${name}.label`)}
        value={rule.label}
        onChange={(label) => set({ label })}
      />
      {limits.map((each) => (
        <NumberField
          key={each.name}
          label={`${level} 类${each.title}`}
          required
          controls
          suffix={each.unit}
          error={draft.errorOf(`${name}.${each.name}`)}
          value={rule[each.name]}
          onChange={(next) => set({ [each.name]: next ?? 0 })}
        />
      ))}
    </>
  )
}
