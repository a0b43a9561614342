import type { Overview } from './Strip.tsx'

export const times = (respondHours: number | null, repairHours: number | null) => ({
  orders: 3,
  respondHours,
  repairHours,
  acceptHours: 1,
})

export const overview: Overview = {
  at: '2026-11-18 16:02:00',
  stations: { inService: 12, retired: 2, capacityKwp: 50_400 },
  period: { kind: 'month', begin: '2026-11-01', end: '2026-11-30', created: 9, finished: 7, terminated: 0 },
  byStatus: { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5 },
  overdue: { orders: 2, longestHours: 30 },
  loss: { orders: 1, lossPower: 80.5 },
  times: { recent: times(2, 8.5), before: times(2, 5.2) },
  days: [
    { day: '2026-11-17', created: 1, finished: 3 },
    { day: '2026-11-18', created: 2, finished: 2 },
  ],
  types: [],
}
