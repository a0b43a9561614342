import { dataColumns } from '@heliodesk/contract/data-columns.ts'
import { insightCalls } from '@heliodesk/contract/insight.ts'
import { useState } from 'react'
import { formatNumber } from '../../kit/format.ts'
import { PanelDrawer } from '../../kit/PanelDrawer.tsx'
import { Reading } from '../../kit/Reading.tsx'
import type { OverlayProps } from '../../kit/use-overlays.tsx'
import { useCall } from '../../lib/queries.ts'
import { PersonChoice } from './ask-choices.tsx'
import type { Sight } from './access-words.ts'
import css from './sight.module.css'

/** What two people have apart: each line is what one has and the other lacks. */
export function SightCompare({ open, onClose, sight }: OverlayProps & { sight: Sight }) {
  const [other, setOther] = useState('')
  const read = useCall(insightCalls.sight, { personId: other }, { enabled: other !== '' })
  if (!open) return null
  return (
    <PanelDrawer
      title={`${sight.person.realname} 与另一人比较`}
      size={640}
      maxWidth="100vw"
      onClose={onClose}
    >
      <div className={css.compare}>
        <PersonChoice
          value={other}
          name={read.data?.person.realname}
          label="另一人"
          onChange={(id) => setOther(id ?? '')}
        />
        {other === '' ? (
          <p className="t3">请选择要比较的人</p>
        ) : (
          <Reading read={read} name="另一人" height={240}>
            {(data) => <Differences one={sight} two={data} />}
          </Reading>
        )}
      </div>
    </PanelDrawer>
  )
}

const parts: { title: string; of: (sight: Sight) => Map<string, string> }[] = [
  { title: '角色', of: ({ person }) => new Map(person.roles.map(({ id, roleName }) => [id, roleName])) },
  { title: '菜单', of: ({ pages }) => new Map(pages.map(({ id, name }) => [id, name])) },
  {
    title: '按钮',
    of: ({ pages }) =>
      new Map(
        pages.flatMap(({ name, buttons }) =>
          buttons.map(({ code, title }) => [code, `${name} · ${title}`] as const),
        ),
      ),
  },
  {
    title: '电站所在部门',
    of: ({ places }) =>
      new Map(
        places.flatMap(({ depId, depName, seen, stations, more }) =>
          seen > 0 && stations.length + more > 0
            ? [[`${depId}/${seen}`, `${depName}（${formatNumber(seen)} 座）`] as const]
            : [],
        ),
      ),
  },
  {
    title: '看不到的列',
    of: ({ columns }) => new Map(columns.map(({ column }) => [column, dataColumns[column].title])),
  },
]

function Differences({ one, two }: { one: Sight; two: Sight }) {
  return (
    <table className={css.differences}>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">只有 {one.person.realname}</th>
          <th scope="col">只有 {two.person.realname}</th>
          <th scope="col">相同</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ title, of }) => {
          const [mine, theirs] = [of(one), of(two)]
          const only = (from: Map<string, string>, other: Map<string, string>) =>
            [...from].flatMap(([key, name]) => (other.has(key) ? [] : [name])).join('、') || '无'
          return (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{only(mine, theirs)}</td>
              <td>{only(theirs, mine)}</td>
              <td>{[...mine.keys()].filter((key) => theirs.has(key)).length}</td>
            </tr>
          )
        })}
        <tr>
          <th scope="row">能看的电站</th>
          <td>{formatNumber(one.counts.stations)} 座</td>
          <td>{formatNumber(two.counts.stations)} 座</td>
          <td />
        </tr>
      </tbody>
    </table>
  )
}
