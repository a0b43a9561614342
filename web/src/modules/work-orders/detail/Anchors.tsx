import type { OrderDetail } from '../order.ts'
import type { Section, SectionKey } from './sections.ts'

type AnchorsProps = { sections: readonly Section[]; order: OrderDetail; current: string }

/** Links to the sections; the visible one is highlighted. */
export function Anchors({ sections, order, current }: AnchorsProps) {
  return (
    <nav className="anch" aria-label="工单内容">
      {sections.map(({ key, title }) => (
        <button
          key={key}
          type="button"
          className={key === current ? 'on' : undefined}
          aria-current={key === current ? 'true' : undefined}
          onClick={() => document.getElementById(`order-${key}`)?.scrollIntoView({ behavior: 'smooth' })}
        >
          {title}
          <Count section={key} order={order} />
        </button>
      ))}
    </nav>
  )
}

function Count({ section, order }: { section: SectionKey; order: OrderDetail }) {
  const { prerequisiteList, stepList, workHoursList, extensionList } = order
  switch (section) {
    case 'prerequisites':
      return <em>{`${prerequisiteList.filter(({ met }) => met).length}/${prerequisiteList.length}`}</em>
    case 'steps':
      return <em>{`${stepList.filter(({ done }) => done).length}/${stepList.length}`}</em>
    case 'hours':
      return workHoursList.length > 0 && <em>{workHoursList.length}</em>
    case 'extensions':
      return <em>{extensionList.length}</em>
    default:
      return null
  }
}
