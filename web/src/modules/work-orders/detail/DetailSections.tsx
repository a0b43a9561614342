import { insuranceStages, stageOf } from '@heliodesk/contract/order-insurance.ts'
import { Fragment, type ReactNode } from 'react'
import { DetailLayout } from '../../../kit/DetailLayout.tsx'
import { DetailSkeleton } from '../../../kit/RecordDrawer.tsx'
import { usePhone } from '../../../kit/use-phone.ts'
import { usePurchaseWays } from './use-purchase-ways.ts'
import { isWhole, type KnownOrder, type OrderDetail } from '../order.ts'
import { Cleaning } from '../cleaning/Cleaning.tsx'
import { lazily } from '../../../kit/lazily.tsx'
import { Comments } from '../comments/Comments.tsx'
import { Outages } from '../outages/Outages.tsx'
import { Relations } from '../relations/Relations.tsx'
import { Extensions } from './Extensions.tsx'
import {
  basicFacts,
  deviceFacts,
  executionFacts,
  generationFacts,
  insuranceFacts,
  terminationFacts,
} from './facts.tsx'
import type { Section, SectionKey } from './sections.ts'
import { Signatures } from './Signatures.tsx'
import { DoneList, HoursTable, StepRows } from './WorkDone.tsx'

const Appearance = lazily(async () => (await import('../appearance/Appearance.tsx')).Appearance)
const Inspection = lazily(async () => (await import('../inspection/Inspection.tsx')).Inspection)
const FieldRecords = lazily(async () => (await import('./FieldRecords.tsx')).FieldRecords)
const OnPhone = lazily(async () => (await import('../field/OnPhone.tsx')).OnPhone)
const Report = lazily(async () => (await import('./Report.tsx')).Report)
const OrderTickets = lazily(async () => (await import('../tickets/OrderTickets.tsx')).OrderTickets)

type DetailSectionsProps = { order: KnownOrder; sections: readonly Section[] }

export function DetailSections({ order, sections }: DetailSectionsProps) {
  const ways = usePurchaseWays(order)
  const phone = usePhone()
  return (
    <>
      {sections.map(({ key, title }) => (
        <Fragment key={key}>
          {key === 'relations' && phone && isWhole(order) && <OnPhone order={order} />}
          <SectionOf section={key} title={title} order={order} ways={ways} />
        </Fragment>
      ))}
      {!isWhole(order) && order.flowSts > 1 && <DetailSkeleton sections={[5, 3]} />}
    </>
  )
}

type SectionOfProps = { section: SectionKey; title: string; order: KnownOrder; ways: Record<string, string> }

function SectionOf({ section, title, order, ways }: SectionOfProps): ReactNode {
  const id = `order-${section}`
  switch (section) {
    case 'basic':
      return <DetailLayout id={id} title={title} items={basicFacts(order, ways)} />
    case 'device':
      return <DetailLayout id={id} title={title} items={deviceFacts(order)} />
    case 'generation':
      return <DetailLayout id={id} title={title} items={generationFacts(order)} />
    case 'tickets':
      return <OrderTickets id={id} title={title} orderId={order.id} />
    default:
      return isWhole(order) && <WorkSection section={section} id={id} title={title} order={order} />
  }
}

type WorkSectionProps = Omit<SectionOfProps, 'ways'> & { id: string; order: OrderDetail }

/** The sections about the work, which the row of the list does not tell. */
function WorkSection({ section, id, title, order }: WorkSectionProps): ReactNode {
  switch (section) {
    case 'report':
      return (
        order.report && (
          <Report id={id} title={title} report={order.report} awaited={order.awaitedPhotoList} />
        )
      )
    case 'prerequisites':
      return <DoneList id={id} title={title} list={order.prerequisiteList} />
    case 'execution':
      return <DetailLayout id={id} title={title} items={executionFacts(order)} />
    case 'cleaning':
      return <Cleaning id={id} title={title} order={order} />
    case 'appearance':
      return <Appearance id={id} title={title} order={order} />
    case 'inspection':
      return <Inspection id={id} title={title} orderId={order.id} />
    case 'steps':
      return (
        <StepRows
          id={id}
          title={title}
          steps={order.stepList}
          photos={[...order.photoList, ...order.filmList]}
          awaited={order.awaitedPhotoList}
          open={order.flowSts === 2}
        />
      )
    case 'hours':
      return <HoursTable id={id} title={title} rows={order.workHoursList} />
    case 'signatures':
      return <Signatures id={id} title={title} list={order.signatureList} />
    case 'fieldRecords':
      return <FieldRecords id={id} title={title} order={order} />
    case 'outages':
      return <Outages id={id} title={title} order={order} />
    case 'extensions':
      return <Extensions id={id} title={title} rows={order.extensionList} />
    case 'insurance':
      return (
        order.insurance && (
          <DetailLayout
            id={id}
            title={title}
            fact={<span className="tag proc">{insuranceStages[stageOf(order.insurance)]}</span>}
            items={insuranceFacts(order.insurance)}
          />
        )
      )
    case 'termination':
      return <DetailLayout id={id} title={title} items={terminationFacts(order)} />
    case 'relations':
      return <Relations id={id} title={title} order={order} />
    case 'comments':
      return <Comments key={order.id} id={id} title={title} orderId={order.id} />
    default:
      return null
  }
}
