import { present } from '../../platform/certain.ts'
import type { Company, Site } from './company.ts'

export type PlannedStation = Site & { key: string; project: string; acKw: number; inService: boolean }

/** The part of a station's name that follows its project's. */
const SUFFIX = /(一期|二期|三号|一片区|二片区|屋顶)$/

/** Later phases are smaller, follow about eight months apart and are a few kilometres away. */
const SHRINK = [1, 0.5, 0.3, 0.25, 0.2]
const MONTHS_APART = 8
const LAST_GRID_DATE = '2024-06-28'

/** All stations of a company: those listed, and their later phases and areas. */
export function planStations(company: Company): PlannedStation[] {
  const finish = (phase: Phase, at: number): PlannedStation => ({
    ...phase,
    key: `${company.prefix}${String(at + 1).padStart(4, '0')}`,
    acKw: Math.round(phase.capacityKwp / (phase.siteType === 'C' ? 1.25 : 1.1)),
    inService: !company.closedProjects.includes(phase.project),
  })
  return company.sites.flatMap(phasesOf).map(finish)
}

type Phase = Site & { project: string }

function phasesOf(site: Site): Phase[] {
  const project = site.name.replace(SUFFIX, '')
  return [{ ...site, project }, ...site.later.map((phase, at) => laterPhase(site, project, phase, at + 1))]
}

function laterPhase(site: Site, project: string, phase: string, at: number): Phase {
  const month = site.gridDate.slice(0, 7)
  const gridDate = new Date(`${month}-20T00:00:00Z`)
  gridDate.setUTCMonth(gridDate.getUTCMonth() + at * MONTHS_APART)
  const text = gridDate.toISOString().slice(0, 10)
  return {
    ...site,
    project,
    name: `${project}${phase}${site.siteType === 'G' ? '屋顶' : ''}`,
    capacityKwp: Math.round((site.capacityKwp * present(SHRINK[at])) / 10) * 10,
    gridDate: text < LAST_GRID_DATE ? text : LAST_GRID_DATE,
    latitude: Number((site.latitude + at * 0.013).toFixed(6)),
    longitude: Number((site.longitude + at * 0.021).toFixed(6)),
  }
}
