/** What a file of the pvOps events has, counted without any code of the import. */
export type EventCounts = Record<'asset' | 'site' | 'year', Record<string, number>>

/** How the product names the assets of these events. */
const assetTitles: Record<string, string> = {
  Inverter: '逆变器',
  Combiner: '汇流箱',
  Tracker: '跟踪支架',
  Transformer: '变压器',
  Facility: '场站设施',
  Other: '其他',
}

/** Counts the lines by the texts between their commas, as awk would; the file quotes nothing. */
export function countEvents(content: Buffer): EventCounts {
  const [header, ...lines] = content.toString('utf8').split(/\r?\n/)
  if (header !== 'randid,COD,EventStart,Asset') throw new Error(`other columns: ${header}`)
  const counts: EventCounts = { asset: {}, site: {}, year: {} }
  for (const line of lines.filter((each) => each !== '')) {
    const [site, , start, asset] = line.split(',') as [string, string, string, string]
    add(counts.site, `历史站点 ${site}`)
    add(counts.year, start.slice(0, 4))
    add(counts.asset, assetTitles[asset]!)
  }
  return counts
}

const add = (counts: Record<string, number>, key: string) => (counts[key] = (counts[key] ?? 0) + 1)
