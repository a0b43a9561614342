import type { Received } from '@heliodesk/contract/call.ts'
import { departmentCalls as calls, type DepartmentNode } from '@heliodesk/contract/departments.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { ArrowRight, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { DepartmentSelect } from '../../domain/DepartmentSelect.tsx'
import { FieldsDrawer } from '../../kit/FieldsDrawer.tsx'
import { NoteField } from '../../kit/fields/NoteField.tsx'
import { PickerField } from '../../kit/fields/PickerField.tsx'
import { formatNumber } from '../../kit/format.ts'
import { Reading } from '../../kit/Reading.tsx'
import { useForm } from '../../kit/use-form.ts'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useSaving } from '../../kit/use-saving.ts'
import { useCall } from '../../lib/queries.ts'
import css from './move-department.module.css'

type Preview = Received<typeof calls.movePreview>
type MovingProps = OverlayProps & { node: DepartmentNode; onMoved: (id: string) => void }

const moveFields = calls.move.input.omit({ id: true, version: true })
const mergeFields = calls.merge.input.omit({ id: true, version: true })

/** Moves a department with everything below it under another one. */
export function MoveDepartment({ node, open, onClose, onMoved }: MovingProps) {
  const form = useForm(moveFields, {})
  const { parentId } = form.values
  const preview = useCall(
    calls.movePreview,
    { id: node.id, parentId: parentId ?? '' },
    { enabled: parentId !== undefined },
  )
  const saving = useSaving(calls.move, {
    said: ({ departName, orgCode }) => ['部门已移动', `${departName}，编码改为 ${orgCode}`],
    form,
    faults: toldAt('parentId'),
    onClose,
    onSaved: ({ id }) => onMoved(id),
  })
  return (
    <MovingDrawer
      {...{ node, open, onClose, form, saving }}
      verb="移动"
      about="连同下级部门、人员和电站一起移到新的上级下，编码随之改变。谁能看到什么立即按新的上级算；工单和两票上的编码在后台更新。"
      example="如 区域调整，划归华东管理"
      onSend={(input) => saving.send({ ...input, id: node.id, version: node.version })}
      effects={
        parentId !== undefined && (
          <Reading read={preview} name="移动的影响" height={160} keepsOld>
            {(found) => <Effects {...found} />}
          </Reading>
        )
      }
      reason={form.field('reason')}
    >
      <PickerField
        {...form.field('parentId')}
        of={DepartmentSelect}
        by="id"
        openOnly
        label="新的上级部门"
        required
      />
    </MovingDrawer>
  )
}

/** Gives everything that a department has to another one. */
export function MergeDepartment({ node, open, onClose, onMoved }: MovingProps) {
  const form = useForm(mergeFields, {})
  const { intoId } = form.values
  const preview = useCall(
    calls.mergePreview,
    { id: node.id, intoId: intoId ?? '' },
    { enabled: intoId !== undefined },
  )
  const saving = useSaving(calls.merge, {
    said: ({ departName }) => ['部门已合并', `${node.departName} 并入 ${departName}`],
    form,
    faults: toldAt('intoId'),
    onClose,
    onSaved: ({ id }) => onMoved(id),
  })
  return (
    <MovingDrawer
      {...{ node, open, onClose, form, saving }}
      verb="合并"
      about="人员、项目、电站和下级部门都归到另一个部门，本部门随后停用、保留编码。不能一步撤回：要还原须逐项移回。"
      example="如 两个场站合并管理"
      onSend={(input) => saving.send({ ...input, id: node.id, version: node.version })}
      effects={
        intoId !== undefined && (
          <Reading read={preview} name="合并的影响" height={160} keepsOld>
            {(found) => <Effects {...found} merges />}
          </Reading>
        )
      }
      reason={form.field('reason')}
    >
      <PickerField {...form.field('intoId')} of={DepartmentSelect} by="id" openOnly label="并入" required />
    </MovingDrawer>
  )
}

type MovingDrawerProps<I> = Pick<
  ComponentProps<typeof FieldsDrawer<I>>,
  'open' | 'form' | 'saving' | 'verb' | 'onClose' | 'onSend' | 'children'
> & {
  node: DepartmentNode
  about: string
  reason: Omit<ComponentProps<typeof NoteField>, 'label'>
  /** A reason as people write it. */
  example: string
  effects: ReactNode
}

/** Asks where to and why, and says what it changes. */
const MovingDrawer = <I,>({
  node,
  about,
  reason,
  example,
  effects,
  children,
  ...drawer
}: MovingDrawerProps<I>) => (
  <FieldsDrawer {...drawer} title={`${drawer.verb}部门“${node.departName}”`}>
    <p className="about">{about}</p>
    {children}
    <NoteField {...reason} label="原因" required placeholder={example} />
    {effects}
  </FieldsDrawer>
)

/** The refusals that are about the chosen department. */
const toldAt = (field: string) =>
  Object.fromEntries(
    ['disabled', 'inside', 'same_parent', 'name_taken', 'too_deep', 'full', 'in_process'].map((code) => [
      `department.${code}`,
      [field],
    ]),
  )

type EffectsProps = Preview & {
  merges?: boolean
  processes?: Received<typeof calls.mergePreview>['processes']
}

function Effects({ merges = false, processes, ...preview }: EffectsProps) {
  const { departments, people, stations, openOrders, orgCode, newCode, gain, lose, named } = preview
  return (
    <section className={css.effects} aria-label="影响">
      <p className={css.codes}>
        <code>{orgCode}</code>
        <ArrowRight className="i" aria-label="变为" />
        <code>{newCode}</code>
      </p>
      <dl>
        <Line title="一起移动">
          {formatNumber(merges ? departments - 1 : departments)} 个{merges && '下级'}部门、
          {formatNumber(people)} 人、
          {formatNumber(stations)} 座电站
          {openOrders !== null && `、${formatNumber(openOrders)} 张未完成工单`}
        </Line>
        <Line title="新看到的人">{said(gain)}</Line>
        <Line title="不再看到的人">{said(lose)}</Line>
      </dl>
      {processes && processes.length > 0 && (
        <p className="alert">
          <TriangleAlert className="i" aria-hidden />
          <span>
            以下流程有由本部门负责人办理的环节，改为其他部门之后才能合并：
            {processes.map(({ key, name, version }) => (
              <a
                key={`${key} ${version}`}
                className="link"
                href={paths.processes.href({ process: key, version: String(version) })}
              >
                {name} 第 {version} 版
              </a>
            ))}
          </span>
        </p>
      )}
      {named.length > 0 && (
        <p className="alert">
          <TriangleAlert className="i" aria-hidden />
          {merges
            ? `${named.join('、')} 按编号引用了本部门，合并后请改为新的部门。`
            : `${named.join('、')} 引用了本部门，会跟着移动。`}
        </p>
      )}
    </section>
  )
}

const said = ({ count, names }: Preview['gain']): string =>
  count === 0 ? '没有' : `${names.join('、')}${count > names.length ? ` 等 ${formatNumber(count)} 人` : ''}`

const Line = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)
