import { dashboardCalls } from '@heliodesk/contract/dashboard.ts'
import { defineModule } from '../../kernel/context.ts'
import { listTodos, rankOrders } from './orders.ts'
import { getOverview } from './overview.ts'
import { loadPeople } from './people.ts'

export const dashboard = defineModule(dashboardCalls, {
  overview: getOverview,
  todos: listTodos,
  ranking: rankOrders,
  people: loadPeople,
})
