import type { Run } from './run.ts'

/**
 * Gives people a copy where a token has come to a copy step, and goes on (抄送). Who has had one before gets no second
 * one: `found` are all whom the step names, `had` those who have one.
 */
export function copyTo(run: Run, tokenId: number, found: readonly string[], had: ReadonlySet<string>): void {
  const { id: token, node } = run.tokenDoing(tokenId, 'demanding')
  // An earlier step of this run may have named the same person.
  const now = new Set([...had, ...copiedIn(run)])
  for (const to of new Set(found)) if (!now.has(to)) run.note({ kind: 'copy', token, node, to })
  if (found.length === 0) run.note({ kind: 'copy', token, node })
  run.served(token)
}

/** To whom copy steps gave a copy in this run. */
export const copiedIn = ({ events }: Run): string[] =>
  events.flatMap(({ kind, to }) => (kind === 'copy' && to !== undefined ? to : []))
