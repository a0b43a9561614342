import type { Kilovolts } from '@heliodesk/contract/kilovolts.ts'
import type { TicketRole } from '@heliodesk/contract/ticket-roles.ts'
import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { nothingFound, notedOption } from '../../kit/searching.tsx'
import type { Found } from '../../kit/SearchSelect.tsx'
import { useSearchBy } from '../../lib/pinyin.ts'
import { useCall } from '../../lib/queries.ts'

/** Where the ticket is for, by which people are found. */
export type Site = { psId: string | null | undefined; voltage: Kilovolts | undefined }

/** What a Select of the people of a site needs; with a role, of those who are published for it. */
export function useTicketPeople({ psId, voltage }: Site, role?: TicketRole) {
  const isKnown = Boolean(psId && voltage)
  const read = useCall(
    ticketCalls.people,
    { psId: psId ?? '', voltage: voltage ?? '35', role },
    { enabled: isKnown },
  )
  const options = (isKnown ? (read.data ?? []) : []).map(
    ({ id, realname, departName, validUntil, busyWith }): Found => ({
      value: id,
      label: realname,
      note: [departName, validUntil && `有效期至 ${validUntil}`, busyWith && `正在办理 ${busyWith}`]
        .filter(Boolean)
        .join(' · '),
    }),
  )
  return {
    options,
    people: read.data ?? [],
    select: {
      showSearch: useSearchBy('label'),
      loading: isKnown && read.isPending,
      notFoundContent: isKnown
        ? nothingFound('人员', { isBusy: read.isPending, error: read.error })
        : '先选择电站和电压等级',
      optionRender: notedOption,
    },
  }
}

/** The site of a ticket that is there. */
export const siteOf = ({ psId, content }: TicketDetail): Site => ({ psId, voltage: content.voltage })

/** The chosen person keeps their name, even where they are not offered any more. */
export const withKnown = (options: readonly Found[], id: string | null | undefined, name: string | null) =>
  !id || options.some(({ value }) => value === id) ? options : [{ value: id, label: name ?? id }, ...options]
