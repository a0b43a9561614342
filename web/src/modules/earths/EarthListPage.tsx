import { paths } from '@heliodesk/contract/paths.ts'
import { earthCalls, type Earth } from '@heliodesk/contract/earths.ts'
import { CalendarClock, MapPin } from 'lucide-react'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import type { RowAction } from '../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import { useCountedPage } from '../../kit/page-table/use-counted-page.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { useOverlay } from '../../kit/use-overlay.ts'
import { queryOf } from '../../lib/queries.ts'
import { earthColumns, earthFilters, earthHead, nameOf, StateTag, TestDue } from './earth-list.tsx'
import { EarthCounts } from './EarthCounts.tsx'
import { EarthDrawer } from './EarthDrawer.tsx'
import { useEarthActions } from './use-earth-actions.tsx'

/** 接地线台账: the earths of the stations in the user's data scope. */
export function EarthListPage() {
  const address = useListAddress()
  const list = listQuery(earthFilters, address)
  const { curPage, size } = list.paging
  const source = useCountedPage(earthCalls.page, list.narrowing, { curPage, size })
  const detail = useOverlay(address.query.get('earth'))
  const { actionsOf, add, edit, shown } = useEarthActions()
  const open = ({ id }: Earth) => address.change({ earth: id }, { push: true })
  return (
    <ListPage
      title="接地线台账"
      unit="件"
      add={{ text: '登记接地线', code: 'earth:edit', run: add }}
      actions={
        <ExportButton
          wanted={{ kind: 'earths', query: list.narrowing }}
          name="接地线台账"
          unit="件"
          conditions={list.text}
          total={source.total}
        />
      }
      above={<EarthCounts query={list.narrowing} />}
      code="earths"
      name="接地线"
      columns={earthColumns}
      source={source}
      list={list}
      onOpen={open}
      head={earthHead}
      ahead={({ id }) => queryOf(earthCalls.detail, { id })}
      currentKey={detail.open ? detail.value : null}
      rowActions={actionsOf}
      renderCard={(earth, actions) => (
        <EarthCard earth={earth} onOpen={() => open(earth)} actions={actions} />
      )}
      empty={{ title: '还没有接地线', text: '登记电站的接地线、接地刀闸、绝缘挡板和个人保安线' }}
    >
      {detail.value && (
        <EarthDrawer
          id={detail.value}
          row={source.rows?.find(({ id }) => id === detail.value) ?? null}
          open={detail.open}
          onClose={() => address.leave(['earth'])}
          onEdit={edit}
        />
      )}
      {shown}
    </ListPage>
  )
}

type EarthCardProps = { earth: Earth; onOpen: () => void; actions: readonly RowAction[] }

/** The card of an earth, in the phone layout. */
function EarthCard({ earth, onOpen, actions }: EarthCardProps) {
  const { id, psName, place } = earth
  return (
    <RowCard
      href={paths.earths.href({ earth: id })}
      onOpen={onOpen}
      state={<StateTag {...earth} />}
      beside={psName}
      name={nameOf(earth)}
      facts={[
        [MapPin, '存放位置', place],
        [CalendarClock, '试验有效期', <TestDue key="due" {...earth} />],
      ]}
      actions={actions}
    />
  )
}
