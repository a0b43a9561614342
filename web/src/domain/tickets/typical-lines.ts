import type { TypicalTicket } from '@heliodesk/contract/typical-tickets.ts'

/** What is copied of a typical ticket: its measures or steps, and its dangers. */
export const linesOf = ({ isolate, earth, board, care, steps, risks }: TypicalTicket) => ({
  isolate,
  earth,
  board,
  care,
  steps,
  risks,
})
