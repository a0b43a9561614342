import { SectionNav } from '../../../kit/SectionNav.tsx'
import { CommentCount } from '../comments/CommentCount.tsx'
import { isWhole, type KnownOrder } from '../order.ts'
import type { Section, SectionKey } from './sections.ts'

type AnchorsProps = { sections: readonly Section[]; order: KnownOrder; current: string | undefined }

/** Links to the sections of an order, with how much of each is done. */
export const Anchors = ({ sections, order, current }: AnchorsProps) => (
  <SectionNav
    label="工单内容"
    inLine
    sections={sections.map(({ key, title }) => ({
      id: anchorOf(key),
      title,
      note: <Count section={key} order={order} />,
    }))}
    current={current}
  />
)

/** The id of the element of a section. */
export const anchorOf = (key: SectionKey) => `order-${key}`

function Count({ section, order }: { section: SectionKey; order: KnownOrder }) {
  if (!isWhole(order)) return null
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
    case 'comments':
      return <CommentCount orderId={order.id} />
    default:
      return null
  }
}
