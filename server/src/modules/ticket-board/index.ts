import type { Output } from '@heliodesk/contract/call.ts'
import { ticketBoardCalls } from '@heliodesk/contract/ticket-board.ts'
import { sql } from 'kysely'
import { defineModule, type Ctx } from '../../kernel/context.ts'
import { mentions } from '../../kernel/conditions.ts'
import { visibleAtStation, visibleStations } from '../../kernel/scope.ts'
import { isOpen, isTodo } from '../tickets/index.ts'
import { readBoard } from './board.ts'

type Stations = Output<(typeof ticketBoardCalls)['stations']>

/** As many as a list of choices shows; the rest is found by its name. */
const MOST_STATIONS = 100

async function stationsOf(ctx: Ctx, keyword: string | undefined): Promise<Stations> {
  const { rows } = await sql<Stations[number]>`
    select s.id as "psId", s.name as "psName", coalesce(of_station.open, 0) as open, coalesce(of_station.todo, 0) as todo
    from station s
      left join (
        select t.station_id, count(*)::int as open, (count(*) filter (where ${isTodo(ctx)}))::int as todo
        from ticket t where ${isOpen} and ${visibleAtStation(ctx.who, 't')} group by t.station_id
      ) of_station on of_station.station_id = s.id
    where ${visibleStations(ctx.who, 's')} and ${mentions(sql`s.name`, keyword, 's')}
    order by open desc, s.name_place, s.id limit ${MOST_STATIONS}`.execute(ctx.db)
  return rows
}

export const ticketBoard = defineModule(ticketBoardCalls, {
  stations: (ctx, { keyword }) => stationsOf(ctx, keyword),
  board: (ctx, { psId }) => readBoard(ctx, psId),
})
