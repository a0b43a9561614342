import { ActionMenu, type RowAction } from '../../kit/page-table/RowActions.tsx'
import type { LevelItem } from './dictionary.ts'
import { Colour, ItemStatus } from './item-columns.tsx'
import css from './dictionaries.module.css'

type ItemCardProps = { item: LevelItem; actions: readonly RowAction[] }

/** The card of a dictionary item, in the phone layout. */
export function ItemCard({ item, actions }: ItemCardProps) {
  return (
    <article className={`touch ${css.itemCard}`} style={{ marginLeft: item.level * 14 }}>
      <div className="grow">
        <span className="line">
          <b className="ell">{item.itemText}</b>
          <ItemStatus status={item.status} />
        </span>
        <ul className="facts">
          <li>数据值 {item.itemValue}</li>
          <li>排序 {item.sortOrder}</li>
          {item.color && (
            <li>
              <Colour value={item.color} />
            </li>
          )}
        </ul>
        {item.description && <p className="t3">{item.description}</p>}
      </div>
      <ActionMenu actions={actions} label={`${item.itemText}的操作`} />
    </article>
  )
}
