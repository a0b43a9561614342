import type { Definition } from './design.ts'
import { TemplateRows } from './TemplateRows.tsx'
import css from './task-types.module.css'

type WorkTemplateProps = { definition: Definition; onChange: (changed: Partial<Definition>) => void }

const ofStep = { required: '必做', needPhoto: '照片', needValue: '数值' } as const
const ofPrerequisite = { required: '必须满足' } as const

/** What orders of the type begin with: what must be met before the work, and its steps. */
export function WorkTemplate({ definition: { prerequisites, steps }, onChange }: WorkTemplateProps) {
  const photos = steps.filter(({ needPhoto }) => needPhoto).length
  return (
    <div className={css.template}>
      <TemplateRows
        title="作业步骤"
        noun="步骤"
        facts={`${steps.length} 步，${steps.filter(({ required }) => required).length} 步必做，${photos} 步拍照`}
        rows={steps}
        flags={ofStep}
        fresh={{ name: '', required: true, needPhoto: false, needValue: false }}
        most={60}
        onChange={(changed) => onChange({ steps: changed })}
      />
      <TemplateRows
        title="先决条件"
        noun="先决条件"
        facts={`${prerequisites.length} 项`}
        rows={prerequisites}
        flags={ofPrerequisite}
        fresh={{ name: '', required: true }}
        most={30}
        onChange={(changed) => onChange({ prerequisites: changed })}
      />
    </div>
  )
}
