import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import { X } from 'lucide-react'
import { useEffect } from 'react'
import { callErrorOf } from '../../lib/call-errors.ts'
import { IconButton } from '../../kit/Button.tsx'
import { formatCapacity, formatNumber } from '../../kit/format.ts'
import type { OrgCover, OrgTreeNode } from './cover.ts'
import { iconOf } from './node-look.ts'
import type { OrgMode } from './org-source.ts'
import { settleCover } from './settle-cover.ts'
import type { TreeSession } from './tree-session.ts'
import css from './tree-popup.module.css'

/** At most this many names are listed; the rest is a number. */
const SHOWN = 50

type PickedListProps = { session: TreeSession<OrgNode>; cover: OrgCover; kind: OrgMode['kind'] }

/** 已选, grouped by department, wholly chosen nodes first. Missing names are loaded. */
export function PickedList({ session, cover, kind }: PickedListProps) {
  const { store } = session
  const missing = session.status === 'ready' && cover.open.length > 0 && cover.entries.length < SHOWN
  const next = missing ? cover.open[0] : undefined
  useEffect(() => {
    if (!next) return
    // The row shows a failed call, and 确定 tries again.
    settleCover(session, SHOWN).catch(callErrorOf)
  }, [next, session])
  const shown = cover.entries.slice(0, SHOWN)
  const rest = store.chosen - shown.reduce((sum, { total }) => sum + total, 0)
  return (
    <section className={css.picked} aria-label="已选">
      <div className={css.head}>
        <b>已选</b>
        {kind !== 'department' && <span className="t2">按部门归并</span>}
        {store.chosen > 0 && (
          <button type="button" onClick={() => session.change(() => store.clear())}>
            清空
          </button>
        )}
      </div>
      {store.chosen === 0 ? (
        <p className={css.rest}>勾选左侧的{kind === 'department' ? '部门' : '部门、项目或电站'}</p>
      ) : (
        <ul>
          {shown.map((node) => {
            const Icon = iconOf(node.data)
            return (
              <li key={node.key}>
                <Icon className="i s" aria-hidden />
                <span className="grow">
                  <span className="ell" style={{ display: 'block' }} title={node.name}>
                    {node.name}
                  </span>
                  <small>{aboutOf(node, kind)}</small>
                </span>
                <IconButton
                  icon={X}
                  label={`移除 ${node.name}`}
                  small
                  onClick={() => session.change(() => store.set(node, false))}
                />
              </li>
            )
          })}
          {rest > 0 && (
            <li className={css.rest}>
              还有 {formatNumber(rest)} {kind === 'department' ? '个' : '座'}
            </li>
          )}
        </ul>
      )}
    </section>
  )
}

function aboutOf({ data, total }: OrgTreeNode, kind: OrgMode['kind']): string {
  if (kind === 'department') return `含下级 · ${formatNumber(total)} 个部门`
  if (data.isPs === 1) return data.capacityKwp === null ? '电站' : formatCapacity(data.capacityKwp)
  return `${data.isPsa === '1' ? '整项目' : '整部门'} · ${formatNumber(total)} 座`
}
