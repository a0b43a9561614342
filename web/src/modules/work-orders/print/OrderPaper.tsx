import { paths } from '@heliodesk/contract/paths.ts'
import type { ReactNode } from 'react'
import { formatMinute } from '../../../kit/format.ts'
import { Paper } from '../../../kit/Paper.tsx'
import { QrCode } from '../../../kit/QrCode.tsx'
import { useSession } from '../../../lib/session.ts'
import {
  basicFacts,
  deviceFacts,
  executionFacts,
  generationFacts,
  insuranceFacts,
  reportFacts,
  terminationFacts,
} from '../detail/facts.tsx'
import { sectionsOf, type Section } from '../detail/sections.ts'
import { usePurchaseWays } from '../detail/use-purchase-ways.ts'
import { PaperFacts } from '../../../kit/PaperFacts.tsx'
import {
  CleaningOnPaper,
  ExtensionsOnPaper,
  FieldRecordsOnPaper,
  HistoryOnPaper,
  HoursOnPaper,
  OutagesOnPaper,
  PrerequisitesOnPaper,
  TicketsOnPaper,
} from './paper-tables.tsx'
import { SheetOnPaper } from './SheetOnPaper.tsx'
import { markOf, PrintedBy, Signatures, SignaturesOnPaper } from './signed-paper.tsx'
import { StepsOnPaper } from './StepsOnPaper.tsx'
import type { OrderOnPaper } from './use-order-paper.ts'
import css from './print.module.css'

type OrderPaperProps = OrderOnPaper & { onPhoto: (id: string) => void }

/** An order with all its sections, as its detail shows them to this reader, its history, and lines to sign. */
export function OrderPaper({ onPhoto, ...paper }: OrderPaperProps) {
  const { order } = paper
  const user = useSession((session) => session.user)
  const address = new URL(paths.orders.href({ order: order.id }), window.location.href).href
  const closed = order.flowEndTime === null ? [] : [formatMinute(order.flowEndTime)]
  return (
    <Paper
      company={user?.tenantName ?? ''}
      title={`${order.taskTypeLabel}工单`}
      lead={`编号 ${order.workCode}`}
      state={[order.flowStsName, ...closed].join(' ')}
      mark={markOf(order)}
      corner={<QrCode text={address} label={`工单 ${order.workCode} 的二维码`} />}
    >
      <p className={css.task}>{order.taskDescription}</p>
      {sectionsOf(order).map((section) => (
        <SectionOnPaper key={section.key} section={section} {...paper} onPhoto={onPhoto} />
      ))}
      <HistoryOnPaper events={paper.history} />
      <Signatures order={order} />
      <PrintedBy />
    </Paper>
  )
}

type SectionOnPaperProps = OrderPaperProps & { section: Section }

function SectionOnPaper({
  section: { key, title },
  order,
  outages,
  tickets,
  cleaning,
  sheet,
  fieldRecords,
  onPhoto,
}: SectionOnPaperProps): ReactNode {
  const ways = usePurchaseWays(order)
  switch (key) {
    case 'basic':
      return <PaperFacts title={title} facts={basicFacts(order, ways)} />
    case 'device':
      return <PaperFacts title={title} facts={deviceFacts(order)} />
    case 'generation':
      return <PaperFacts title={title} facts={generationFacts(order)} />
    case 'tickets':
      return <TicketsOnPaper title={title} rows={tickets} />
    case 'report':
      return order.report && <PaperFacts title={title} facts={reportFacts(order.report)} />
    case 'prerequisites':
      return <PrerequisitesOnPaper title={title} rows={order.prerequisiteList} />
    case 'execution':
      return <PaperFacts title={title} facts={executionFacts(order)} />
    case 'cleaning':
      return cleaning && <CleaningOnPaper title={title} {...cleaning} />
    case 'appearance':
      return sheet && <SheetOnPaper title={title} sheet={sheet} />
    case 'steps':
      return (
        <StepsOnPaper
          title={title}
          steps={order.stepList}
          photos={order.photoList}
          films={order.filmList}
          onPhoto={onPhoto}
        />
      )
    case 'hours':
      return <HoursOnPaper title={title} rows={order.workHoursList} />
    case 'signatures':
      return <SignaturesOnPaper title={title} list={order.signatureList} />
    case 'fieldRecords':
      return <FieldRecordsOnPaper title={title} rows={fieldRecords} />
    case 'outages':
      return <OutagesOnPaper title={title} {...outages} />
    case 'extensions':
      return <ExtensionsOnPaper title={title} rows={order.extensionList} />
    case 'insurance':
      return order.insurance && <PaperFacts title={title} facts={insuranceFacts(order.insurance)} />
    case 'termination':
      return <PaperFacts title={title} facts={terminationFacts(order)} />
    // A round has a paper of its own; talk and links are not filed.
    case 'inspection':
    case 'comments':
    case 'relations':
      return null
    default:
      return key satisfies never
  }
}
