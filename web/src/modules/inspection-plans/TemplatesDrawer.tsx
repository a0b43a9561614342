import { planTemplateCalls as calls, type PlanTemplate } from '@heliodesk/contract/plan-templates.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { Trash2 } from 'lucide-react'
import { IconButton } from '../../kit/Button.tsx'
import { formatNumber, formatTime } from '../../kit/format.ts'
import { PanelDrawer } from '../../kit/PanelDrawer.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { RemoveDialog } from '../../kit/RemoveDialog.tsx'
import { useOverlays, type OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import css from './plan-templates.module.css'

/** 从模板建: the company's own templates and those of the trade; each opens the editor with what it says. */
export function TemplatesDrawer({ open, onClose }: OverlayProps) {
  const read = useCall(calls.templates, {}, { enabled: open })
  const { show, shown } = useOverlays({
    remove: (overlay, { id, name }: PlanTemplate) => (
      <RemoveDialog
        {...overlay}
        call={calls.removeTemplate}
        input={{ id: id ?? '' }}
        title={`删除模板“${name}”？`}
        text="由它建的计划不变。"
        done={['模板已删除', name]}
      />
    ),
  })
  if (!open) return null
  return (
    <PanelDrawer title="从模板建" size={480} maxWidth="100vw" onClose={onClose}>
      <div className={css.drawer}>
        <p className="t2 s13">模板填好名称、项目、周期和提前天数；保存之前不会建立计划。</p>
        <Reading read={read} name="模板" height={240}>
          {(all) => {
            const own = all.filter(({ id }) => id !== null)
            return (
              <>
                {own.length > 0 && (
                  <Group
                    title="本公司模板"
                    templates={own}
                    onRemove={(template) => show('remove', template)}
                  />
                )}
                <Group title="行业模板" templates={all.filter(({ id }) => id === null)} />
              </>
            )
          }}
        </Reading>
      </div>
      {shown}
    </PanelDrawer>
  )
}

type GroupProps = {
  title: string
  templates: readonly PlanTemplate[]
  onRemove?: (template: PlanTemplate) => void
}

const Group = ({ title, templates, onRemove }: GroupProps) => (
  <section className={css.group} aria-label={title}>
    <h2>{title}</h2>
    <ul>
      {templates.map((template) => (
        <li key={template.key}>
          <a href={paths.inspectionPlans.href({ edit: 'new', template: template.key })}>
            <b>{template.name}</b>
            <span className="t2 s12">{aboutOf(template)}</span>
            {template.remark !== '' && <span className="t3 s12">{template.remark}</span>}
          </a>
          {onRemove && (
            <span className="touch">
              <IconButton
                icon={Trash2}
                label={`删除模板 ${template.name}`}
                onClick={() => onRemove(template)}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  </section>
)

const aboutOf = ({ often, items, updatedBy, updateTime }: PlanTemplate) =>
  [
    often || '周期已删除',
    `${formatNumber(items.length)} 个项目`,
    ...(updateTime ? [`${updatedBy} ${formatTime(updateTime)}`] : []),
  ].join(' · ')
