import { fieldTicketCalls } from '@heliodesk/contract/field-tickets.ts'
import { defineModule } from '../../kernel/context.ts'
import { readSite } from './site.ts'
import { confirmStop, listStops } from './stops.ts'
import { tick } from './tick.ts'

/** Parts of tickets from phones that may have had no signal, and word to those phones that work must stop. */
export const fieldTickets = defineModule(fieldTicketCalls, {
  tick,
  seen: confirmStop,
  stops: listStops,
  site: readSite,
})
