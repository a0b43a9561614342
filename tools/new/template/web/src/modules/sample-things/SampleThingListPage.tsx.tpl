import type { Sent } from '@heliodesk/contract/call.ts'
import { paths } from '@heliodesk/contract/paths.ts'
import { sampleThingCalls, sampleThingTitles, type SampleThing } from '@heliodesk/contract/sample-things.ts'
import { Building2, Pencil } from 'lucide-react'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { byPlace } from '../../domain/record-filters.tsx'
import type { Column } from '../../kit/page-table/columns.ts'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { minuteColumn, textColumn } from '../../kit/page-table/presets.tsx'
import type { ListAction, RowAction } from '../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import { useCountedPage } from '../../kit/page-table/use-counted-page.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { removeAction } from '../../kit/RemoveDialog.tsx'
import type { Filter } from '../../kit/search-bar/filters.ts'
import { useOverlay } from '../../kit/use-overlay.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCan } from '../../lib/permission.tsx'
import { queryOf } from '../../lib/queries.ts'
import { SampleThingDrawer, sampleThingHead } from './SampleThingDrawer.tsx'
import { SampleThingForm } from './SampleThingForm.tsx'

export const sampleThingFilters: readonly Filter<Sent<typeof sampleThingCalls.page>>[] = [
  { kind: 'input', name: 'keyword', label: '关键词', placeholder: sampleThingTitles.name },
  { ...byPlace, name: 'place', label: '电站' },
]

const sampleThingColumns: readonly Column<SampleThing>[] = [
  textColumn('name', sampleThingTitles.name, 220, { grow: true, lock: true }),
  textColumn('psName', sampleThingTitles.psName, 160),
  textColumn('depName', sampleThingTitles.depName, 140, { fold: 3 }),
  textColumn('remark', sampleThingTitles.remark, 200, { fold: 2 }),
  textColumn('updatedBy', sampleThingTitles.updatedBy, 110, { fold: 1 }),
  minuteColumn('updateTime', sampleThingTitles.updateTime, 148),
]

/** 样品: the sample things of the stations in the user's data scope. */
export function SampleThingListPage() {
  const address = useListAddress()
  const list = listQuery(sampleThingFilters, address)
  const { curPage, size } = list.paging
  const source = useCountedPage(sampleThingCalls.page, list.narrowing, { curPage, size })
  const mayEdit = useCan('sampleThing:edit')
  const detail = useOverlay(address.query.get('sampleThing'))
  const { show, shown } = useOverlays({
    add: (overlay) => <SampleThingForm {...overlay} />,
    edit: (overlay, opened: SampleThing) => <SampleThingForm {...overlay} opened={opened} />,
  })
  const edit = (sampleThing: SampleThing) => show('edit', sampleThing)
  const open = ({ id }: SampleThing) => address.change({ sampleThing: id }, { push: true })
  const actionsOf = (sampleThing: SampleThing): ListAction[] =>
    mayEdit ? [editAction(() => edit(sampleThing)), removeAction(removalOf(sampleThing))] : []

  return (
    <ListPage
      title="样品"
      unit="条"
      add={{ text: '新建样品', code: 'sampleThing:edit', run: () => show('add') }}
      actions={
        <ExportButton
          wanted={{ kind: 'sampleThings', query: list.narrowing }}
          name="样品"
          unit="条"
          conditions={list.text}
          total={source.total}
        />
      }
      code="sample-things"
      name="样品"
      columns={sampleThingColumns}
      source={source}
      list={list}
      onOpen={open}
      head={sampleThingHead}
      ahead={({ id }) => queryOf(sampleThingCalls.detail, { id })}
      currentKey={detail.open ? detail.value : null}
      rowActions={actionsOf}
      renderCard={(sampleThing, actions) => (
        <SampleThingCard sampleThing={sampleThing} onOpen={() => open(sampleThing)} actions={actions} />
      )}
      empty={{ title: '还没有样品', text: '数据范围内电站的样品会出现在这里' }}
    >
      {detail.value && (
        <SampleThingDrawer
          id={detail.value}
          row={source.rows?.find(({ id }) => id === detail.value) ?? null}
          open={detail.open}
          onClose={() => address.leave(['sampleThing'])}
          onEdit={edit}
        />
      )}
      {shown}
    </ListPage>
  )
}

const editAction = (run: () => void): ListAction => ({ key: 'edit', title: '编辑', icon: Pencil, run })

const removalOf = ({ id, version, name }: SampleThing) => ({
  call: sampleThingCalls.remove,
  input: { id, version },
  title: `删除样品“${name}”？`,
  text: '删除后不能恢复。',
  done: ['样品已删除', name] as const,
})

type SampleThingCardProps = { sampleThing: SampleThing; onOpen: () => void; actions: readonly RowAction[] }

/** The card of a sample thing, in the phone layout. */
function SampleThingCard({ sampleThing, onOpen, actions }: SampleThingCardProps) {
  const { id, name, psName, depName, updatedBy } = sampleThing
  return (
    <RowCard
      href={paths.sampleThings.href({ sampleThing: id })}
      onOpen={onOpen}
      state={psName}
      beside={updatedBy}
      name={name}
      facts={[[Building2, '运维班组', depName]]}
      actions={actions}
    />
  )
}
