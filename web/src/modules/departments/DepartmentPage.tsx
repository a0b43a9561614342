import { departmentCalls, type DepartmentNode } from '@heliodesk/contract/departments.ts'
import { History, Network } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../kit/Button.tsx'
import { flattenDepartments, type PlacedDepartment } from '../../domain/department-tree.ts'
import { formatNumber } from '../../kit/format.ts'
import { PageHead } from '../../kit/PageHead.tsx'
import { removing } from '../../kit/RemoveDialog.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { Empty } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useCall } from '../../lib/queries.ts'
import { DepartmentForm } from './DepartmentForm.tsx'
import { DepartmentPanel } from './DepartmentPanel.tsx'
import { MergeDepartment, MoveDepartment } from './MoveDepartment.tsx'
import { MovesDialog, MoveUnderWay } from './Moves.tsx'
import { DepartmentTree } from './DepartmentTree.tsx'
import { SwitchDepartment } from './SwitchDepartment.tsx'
import '../../domain/org-tree/org-tree.css'
import css from './departments.module.css'

/** 部门: the department tree within the user's data scope, with one department beside it. */
export function DepartmentPage() {
  const { query, change, leave } = useUrlQuery()
  const phone = usePhone()
  const tree = useCall(departmentCalls.tree, {})
  const placed = useMemo(() => flattenDepartments(tree.data ?? []), [tree.data])
  const { show, shown } = useOverlays({
    add: (overlay, parent: DepartmentNode) => (
      <DepartmentForm {...overlay} parent={parent} onSaved={({ id }) => choose(id)} />
    ),
    edit: (overlay, node: DepartmentNode) => (
      <DepartmentForm {...overlay} parent={node} asked={{ id: node.id }} />
    ),
    move: (overlay, node: DepartmentNode) => (
      <MoveDepartment {...overlay} node={node} onMoved={(id) => choose(id)} />
    ),
    merge: (overlay, node: DepartmentNode) => (
      <MergeDepartment {...overlay} node={node} onMoved={(id) => choose(id)} />
    ),
    moves: (overlay) => <MovesDialog {...overlay} />,
    status: (overlay, node: DepartmentNode) => <SwitchDepartment {...overlay} node={node} />,
    remove: removing(({ id, departName, parentId }: DepartmentNode) => ({
      call: departmentCalls.remove,
      input: { id },
      title: `删除部门“${departName}”？`,
      text: '只能删除没有下级部门、用户、项目和电站的部门；删除后不可恢复，编码不再使用。',
      done: ['部门已删除', departName],
      onRemoved: () => (phone ? leave(['dep']) : change({ dep: parentId })),
    })),
  })
  const askedId = query.get('dep')
  const asked = placed.find(({ node }) => node.id === askedId) ?? null
  const chosen = askedId === null && !phone ? (placed[0] ?? null) : asked
  const choose = (id: string) => change({ dep: id }, { push: phone })

  return (
    <div className={css.departments}>
      {!(phone && chosen) && (
        <PageHead
          title="部门"
          facts={tree.data && factsOf(placed)}
          actions={
            <Button icon={History} onClick={() => show('moves')}>
              调整记录
            </Button>
          }
        />
      )}
      <MoveUnderWay />
      <Reading read={tree} name="部门" skeleton={<Skeleton />} keepsOld>
        {() => (
          <div className={css.panes}>
            {!(phone && askedId) && <DepartmentTree placed={placed} chosen={chosen} onChoose={choose} />}
            {chosen && (
              <DepartmentPanel
                key={chosen.node.id}
                department={chosen}
                onChoose={choose}
                onBack={phone ? () => leave(['dep']) : null}
                onAsk={show}
              />
            )}
            {!chosen && askedId !== null && !tree.isFetching && (
              <Empty
                icon={Network}
                title="没有这个部门"
                text="它已被删除，或不在您的数据范围内"
                action={<Button onClick={() => change({ dep: null })}>查看全部部门</Button>}
              />
            )}
          </div>
        )}
      </Reading>
      {shown}
    </div>
  )
}

function factsOf(placed: readonly PlacedDepartment[]): string {
  const roots = placed.filter(({ depth }) => depth === 0)
  const people = roots.reduce((sum, { node }) => sum + node.memberCount, 0)
  const stations = roots.reduce((sum, { node }) => sum + node.stationCount, 0)
  return `${formatNumber(placed.length)} 个部门 · ${formatNumber(people)} 人 · ${formatNumber(stations)} 座电站`
}

/** Depth and width of the tree's rows, and width of the lists' lines. */
const ROWS = [
  [0, 118],
  [1, 84],
  [2, 96],
  [2, 108],
  [2, 90],
  [1, 78],
  [2, 100],
  [2, 94],
  [1, 86],
  [2, 112],
] as const
const LINES = [100, 96, 92, 88, 84]

function Skeleton() {
  return (
    <div className={css.panes} role="status" aria-label="正在加载">
      <div className={css.departmentTree}>
        {ROWS.map(([depth, width], index) => (
          <div
            key={width}
            className={`tn ${css.tn}`}
            style={{ paddingLeft: 8 + depth * 18, opacity: 1 - index / 12 }}
          >
            <i className="sk" style={{ width }} />
          </div>
        ))}
      </div>
      <div className={`${css.departmentPanel} ${css.skeleton}`}>
        <i className="sk" style={{ width: 180, height: 18 }} />
        <i className="sk" style={{ width: '100%', height: 76, borderRadius: 10 }} />
        {LINES.map((width, index) => (
          <i key={width} className="sk" style={{ width: `${width}%`, opacity: 1 - index / 6 }} />
        ))}
      </div>
    </div>
  )
}
