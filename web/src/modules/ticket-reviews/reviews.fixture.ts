import type { ReviewedTicket, ReviewFigures } from '@heliodesk/contract/ticket-reviews.ts'
import type { ReviewSummary } from './review.ts'

const figures = (given: Partial<ReviewFigures> = {}): ReviewFigures => ({
  executed: 0,
  qualified: 0,
  unqualified: 0,
  unreviewed: 0,
  unused: 0,
  void: 0,
  rate: null,
  reviewedRate: null,
  ...given,
})

/** 118 of 120 work tickets qualify, and half of the operation tickets so far. */
export const summary: ReviewSummary = {
  work: figures({
    executed: 120,
    qualified: 118,
    unqualified: 2,
    unused: 1,
    void: 2,
    rate: 98.33,
    reviewedRate: 98.33,
  }),
  operation: figures({ executed: 2, qualified: 1, unreviewed: 1, rate: 50, reviewedRate: 100 }),
  sampled: 4,
  sampledOpen: 1,
  reasons: [
    { reason: 'dualName', count: 2 },
    { reason: 'wording', count: 1 },
  ],
  stations: [
    {
      ...figures({ executed: 122, qualified: 119, unqualified: 2, unreviewed: 1, rate: 97.54 }),
      psId: '5',
      psName: '曜阳白芨滩',
    },
  ],
  people: [
    {
      ...figures({ executed: 3, qualified: 1, unqualified: 2, rate: 33.33 }),
      personId: '11',
      name: '李沐阳',
      role: 'leader',
    },
  ],
  more: 0,
}

export const nothing: ReviewSummary = {
  work: figures(),
  operation: figures(),
  sampled: 0,
  sampledOpen: 0,
  reasons: [],
  stations: [],
  people: [],
  more: 0,
}

export const ticket: ReviewedTicket = {
  id: '41',
  ticketNo: 'GZP1-2611-05-001',
  kind: 'first',
  kindLabel: '第一种工作票',
  workContent: '7号箱变熔断器更换',
  psId: '5',
  psName: '曜阳白芨滩',
  depName: '宁夏一班',
  leaderName: '李沐阳',
  issuerName: '许嘉木',
  permitterName: '王景行',
  stampedTime: '2026-11-24 16:30:00',
  stampedBy: '王景行',
  findings: [
    { reason: 'unsigned', says: '陶远山没有签交底' },
    { reason: 'untimely', says: '有效期至 2026-11-24 15:30，没有延期，2026-11-24 16:00 才终结工作' },
  ],
  isSampled: true,
  review: null,
  refusal: null,
  version: 0,
}

export const judged: ReviewedTicket = {
  ...ticket,
  id: '42',
  ticketNo: 'CZP-2611-05-002',
  kind: 'operation',
  kindLabel: '操作票',
  findings: [],
  isSampled: false,
  review: {
    verdict: 'unqualified',
    reasons: ['wording'],
    note: '改用调度术语',
    reviewerName: '冯晓岚',
    reviewTime: '2026-11-25 09:00:00',
  },
  version: 2,
}
