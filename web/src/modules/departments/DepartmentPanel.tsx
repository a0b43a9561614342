import type { DepartmentNode } from '@heliodesk/contract/departments.ts'
import { ArrowLeft, CircleCheck, CircleOff, FolderInput, Merge, Pencil, Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../kit/Button.tsx'
import { CopyText } from '../../kit/CopyText.tsx'
import type { PlacedDepartment } from '../../domain/department-tree.ts'
import { Figures, type Figure } from '../../kit/Figures.tsx'
import { formatNumber } from '../../kit/format.ts'
import { OnOff } from '../../kit/OnOff.tsx'
import { ButtonGroup } from '../../kit/ButtonGroup.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { useCan } from '../../lib/permission.tsx'
import { People, Stations } from './DepartmentLists.tsx'
import { ownCount, removalRefusal, type Counted } from './removal.ts'
import '../../kit/strip.css'
import css from './departments.module.css'

type DepartmentPanelProps = {
  department: PlacedDepartment
  onChoose: (id: string) => void
  /** Goes back to the tree on screens where only one of both fits. */
  onBack: (() => void) | null
  onAsk: (kind: 'add' | 'edit' | 'move' | 'merge' | 'status' | 'remove', department: DepartmentNode) => void
}

/** One department: its fields, its people and stations, and the actions on it. */
export function DepartmentPanel({ department, onChoose, onBack, onAsk }: DepartmentPanelProps) {
  const { node, above } = department
  const seesPeople = useCan('user:manage')
  const seesStations = useCan('station:list')
  // Without the tree beside it, the department's name is the page title.
  const Title = onBack ? 'h1' : 'h2'
  return (
    <section className={css.departmentPanel} aria-label={node.departName}>
      <header>
        {(onBack || above.length > 0) && (
          <div className={`touch crumb ${css.crumb}`}>
            {onBack && <IconButton icon={ArrowLeft} label="返回部门列表" onClick={onBack} />}
            {above.map(({ id, departName }) => (
              <span key={id} className={`row ${css.row}`}>
                <button type="button" className={`link ${css.link}`} onClick={() => onChoose(id)}>
                  {departName}
                </button>
                <span aria-hidden>/</span>
              </span>
            ))}
          </div>
        )}
        <div className={`row ${css.headline}`}>
          <Title>{node.departName}</Title>
          <span className={`tag ${css.tag} ln`}>
            {node.orgCode}
            <CopyText text={node.orgCode} label="复制部门编码" />
          </span>
          {node.status === '2' && <OnOff on={false} text="已停用" />}
          <Actions node={node} onAsk={onAsk} />
        </div>
      </header>
      {node.status === '2' && (
        <p className="alert undo">
          <CircleOff className="i" aria-hidden />
          已停用：不再接收新的用户、项目、电站和下级部门，已有的不受影响。
        </p>
      )}
      <Figures figures={figuresOf(node)} />
      {node.children.length > 0 && <Children department={department} onChoose={onChoose} />}
      <div className={css.pair}>
        {seesPeople && node.memberCount > 0 && <People of={node} />}
        {seesStations && node.stationCount > 0 && <Stations of={node} />}
      </div>
    </section>
  )
}

function Actions({ node, onAsk }: Pick<DepartmentPanelProps, 'onAsk'> & { node: DepartmentNode }) {
  const phone = usePhone()
  const on = node.status === '1'
  const addRefusal = on ? null : `部门“${node.departName}”已停用，不能新增下级部门`
  const add = () => onAsk('add', node)
  const rest = [
    { key: 'edit', title: '编辑', icon: Pencil, run: () => onAsk('edit', node) },
    {
      key: 'move',
      title: '移动',
      icon: FolderInput,
      refusal: node.parentId === null ? '没有上级可换' : null,
      run: () => onAsk('move', node),
    },
    {
      key: 'merge',
      title: '合并到',
      icon: Merge,
      refusal: node.parentId === null ? '没有可并入的部门' : null,
      run: () => onAsk('merge', node),
    },
    {
      key: 'status',
      title: on ? '停用' : '启用',
      icon: on ? CircleOff : CircleCheck,
      run: () => onAsk('status', node),
    },
    {
      key: 'remove',
      title: '删除',
      icon: Trash2,
      danger: true,
      refusal: removalRefusal(node),
      run: () => onAsk('remove', node),
    },
  ]
  return (
    <div className={`touch touch-row ${css.acts}`}>
      <Button kind="pri" icon={Plus} refusal={addRefusal} onClick={add}>
        新建下级部门
      </Button>
      <ButtonGroup actions={rest} limit={phone ? 0 : 2} />
    </div>
  )
}

function figuresOf(node: DepartmentNode): Figure[] {
  const { isLeaf, memberCount, stationCount, children } = node
  const own = (total: number, count: Counted, unit: string) => {
    const ofItself = ownCount(node, count)
    return isLeaf
      ? '没有下级部门'
      : `本部门 ${formatNumber(ofItself)} ${unit}，下级 ${formatNumber(total - ofItself)} ${unit}`
  }
  const shut = children.filter(({ status }) => status === '2').length
  return [
    {
      title: '成员',
      value: formatNumber(memberCount),
      unit: '人',
      note: own(memberCount, 'memberCount', '人'),
    },
    {
      title: '电站',
      value: formatNumber(stationCount),
      unit: '座',
      note: own(stationCount, 'stationCount', '座'),
    },
    {
      title: '下级部门',
      value: formatNumber(children.length),
      unit: '个',
      note: shut > 0 ? `其中 ${shut} 个已停用` : '直接下级',
    },
  ]
}

function Children({ department: { node }, onChoose }: Pick<DepartmentPanelProps, 'department' | 'onChoose'>) {
  return (
    <section className="card">
      <header>
        <h2>下级部门</h2>
        <span className="t3 s12">{node.children.length} 个</span>
      </header>
      <ul>
        {node.children.map((child) => (
          <li key={child.id}>
            <button type="button" className="li" onClick={() => onChoose(child.id)}>
              <span className={child.status === '2' ? 'grow ell t3' : 'grow ell'}>{child.departName}</span>
              {child.status === '2' && <span className="tag">已停用</span>}
              <span className={`t3 ${css.codeCol}`}>{child.orgCode}</span>
              <span className={`t2 ${css.count}`}>{formatNumber(child.memberCount)} 人</span>
              <span className={`t2 ${css.count}`}>{formatNumber(child.stationCount)} 座电站</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
