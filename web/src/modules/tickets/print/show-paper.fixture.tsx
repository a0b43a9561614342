import type { TicketDetail } from '@heliodesk/contract/ticket-rows.ts'
import { ticketCalls } from '@heliodesk/contract/tickets.ts'
import { screen, within } from '@testing-library/react'
import { showPage } from '../../../kit/page.fixture.tsx'
import { answering } from '../../../lib/answering.fixture.ts'
import { useSession } from '../../../lib/session.ts'
import { user } from '../../../lib/user.fixture.ts'
import { TicketPrintPage } from './TicketPrintPage.tsx'

/** Puts a ticket on paper; its form is there once the title is. */
export async function showPaper(ticket: TicketDetail) {
  answering({ [ticketCalls.detail.path]: ticket })
  useSession.setState({ user })
  showPage(<TicketPrintPage />, `/operation/ticket/print?id=${ticket.id}`)
  const paper = await screen.findByRole('article')
  return { paper, title: within(paper).getByRole('heading', { level: 1 }).textContent }
}

/** A part of the form, by its title. */
export const rubric = (name: string) => screen.getByRole('region', { name })

export const textOf = (name: string) => rubric(name).textContent

/** The titles of the parts, each with its number, as they follow each other. */
export const rubricsOf = (paper: HTMLElement) =>
  within(paper)
    .getAllByRole('heading', { level: 2 })
    .map((each) => each.textContent)
    .filter((text) => /^\d/.test(text))

/** Its places to be filled by hand. */
export const blanksOf = (element: HTMLElement) => element.querySelectorAll('[data-blank="true"]').length

/** The rows of a table without its head. */
export const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
