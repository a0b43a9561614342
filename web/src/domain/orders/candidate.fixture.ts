import type { Candidate } from './Candidates.tsx'

export const candidate = (id: string, realname: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  realname,
  departName: '宁夏运维中心',
  openOrders: 2,
  km: null,
  isAtWork: false,
  workplace: null,
  onDevice: 0,
  onModel: 0,
  atStation: 0,
  lastOnDevice: null,
  points: { distance: 38, load: 25, known: 10 },
  score: 73,
  ...more,
})
