import { masked } from '@heliodesk/contract/data-columns.ts'
import type { Who } from '../../kernel/context.ts'
import type { Cell, ExportColumn, OpenExport } from '../../kernel/export-kind.ts'

/** The same pages without what the person's data roles hide. */
export function hiding(
  { narrowing }: Pick<Who, 'narrowing'>,
  columns: readonly ExportColumn[],
  pages: OpenExport['pages'],
): OpenExport['pages'] {
  const effects = columns.map(({ column }) => column && narrowing?.columns[column])
  return effects.some(Boolean) ? hiddenIn(pages, effects) : pages
}

async function* hiddenIn(pages: OpenExport['pages'], effects: readonly ('hide' | 'mask' | undefined)[]) {
  for await (const page of pages) yield page.map((cells) => cells.map((cell, at) => shown(cell, effects[at])))
}

function shown(cell: Cell, effect: 'hide' | 'mask' | undefined): Cell {
  if (!effect || cell === null) return cell
  return effect === 'mask' && typeof cell === 'string' ? masked(cell) : null
}
