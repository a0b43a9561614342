import type { GroupRow, Groups, Overview, Recurring } from './statistics.ts'

const figures = {
  created: 398,
  finished: 361,
  timed: 340,
  respondMinutes: 22,
  repairHours: 3.7,
  reopened: 9,
  due: 384,
  onTime: 353,
  lostKwh: 1_284_000,
  lostYuan: 406_000,
}

export const nothing = {
  created: 0,
  finished: 0,
  timed: 0,
  respondMinutes: null,
  repairHours: null,
  reopened: 0,
  due: 0,
  onTime: 0,
  lostKwh: 0,
  lostYuan: 0,
}

export const overview: Overview = {
  at: '2026-11-24 14:00:00',
  before: { begin: '2026-10-01', end: '2026-10-24' },
  figures,
  figuresBefore: {
    ...figures,
    finished: 340,
    respondMinutes: 26,
    repairHours: 4.5,
    reopened: 6,
    onTime: 348,
  },
  weeks: ['2026-11-09', '2026-11-16', '2026-11-23'].map((begin, at) => ({
    begin,
    timed: at,
    respondMinutes: at === 0 ? null : 20 + at,
    repairHours: at === 0 ? null : 3 + at,
  })),
}

export const group = (key: string, name: string, given: Partial<GroupRow>): GroupRow => ({
  ...nothing,
  key,
  name,
  ...given,
})

export const groups: Groups = {
  rows: [
    group('A01A01', '宁夏', { created: 60, due: 46, onTime: 42 }),
    group('A01A02', '内蒙古', { created: 50, due: 45, onTime: 38 }),
    group('A01A03', '粤桂', { created: 4, due: 4, onTime: 2 }),
    group('A01A04', '青海', { created: 3 }),
  ],
  more: 0,
}

export const causes: Groups = {
  rows: [
    group('绝缘低', '绝缘低', { created: 31, lostKwh: 100 }),
    group('IGBT 模块', 'IGBT 模块', { created: 38, lostKwh: 2000 }),
    group('', '未分类', { created: 5, lostKwh: 0 }),
  ],
  more: 0,
}

export const recurring: Recurring = {
  total: 1,
  rows: [
    {
      deviceId: '9',
      deviceName: '7号箱变-03号逆变器',
      psId: '5',
      psName: '曜阳白芨滩',
      subclass: '风扇过温',
      times: ['2026-11-02 08:00:00', '2026-11-12 09:30:00', '2026-11-23 10:00:00'],
      lostKwh: 3912,
    },
  ],
}
