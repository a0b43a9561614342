import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import type { Mode } from './mode.ts'
import type { Place } from './sight.ts'
import type { Part, Site, Sums } from './sums.ts'

export const departmentKey = (id: string) => `d${id}`
export const partKey = (psaId: string, departmentId: string) => `p${psaId}-${departmentId}`
const stationKey = (id: string) => `s${id}`

/** Rounds to a thousandth of a kilowatt; smaller differences are floating-point noise of the sum. */
const rounded = (kwp: number | null) => (kwp === null ? null : Math.round(kwp * 1000) / 1000)

const countsOf = ({ total, chosen, kwp }: Sums) => ({
  psNum: total,
  chosenNum: chosen,
  capacityKwp: rounded(kwp),
})

/** Whether a node is the last of its branch, in both words of the clients. */
const ending = (isLast: boolean) => ({ isLastLevel: isLast, isLeaf: isLast })

/** The parts of a node that the rules of spec 2 §5 decide: whether it can be chosen, and the reason if not. */
const rule = (reason: string | null) => ({ disabled: reason !== null, disabledReason: reason })

const READ_ONLY = '只读'

function whyNotDepartment(mode: Mode, status: string): string | null {
  if (mode.readOnly) return READ_ONLY
  if (mode.disableClosed && status === '2') return '部门已停用'
  if (mode.kind === 'departments') return null
  return mode.kind === 'stations' ? '请选择电站' : '请选择项目'
}

function whyNotSubArea(mode: Mode, status: string): string | null {
  if (mode.readOnly) return READ_ONLY
  if (status === '3') return '项目已关闭'
  return mode.kind === 'stations' ? '请选择电站' : null
}

function whyNotStation(mode: Mode, site: Site): string | null {
  if (mode.readOnly) return READ_ONLY
  if (site.status !== '3' || mode.insight) return null
  return site.maintenance_status === '2' ? '电站已退场' : '电站已停用'
}

/** The surroundings of a department; `hasMore`: whether it has children, loaded or not. */
type Around = { parentKey: string | null; children: OrgNode[]; hasMore: boolean }

export const departmentNode = (
  mode: Mode,
  place: Place,
  sums: Sums,
  { parentKey, children, hasMore }: Around,
): OrgNode => ({
  key: departmentKey(place.id),
  parentKey,
  id: place.id,
  name: place.name,
  orgCode: place.org_code,
  isParent: hasMore ? '1' : '0',
  isPsa: '0',
  isPs: 0,
  status: place.status === '1' ? '1' : '2',
  ...ending(!hasMore),
  ...rule(whyNotDepartment(mode, place.status)),
  ...countsOf(sums),
  isPart: false,
  children,
})

export const partNode = (mode: Mode, part: Part, departmentId: string, children: OrgNode[]): OrgNode => {
  const isLast = mode.kind !== 'stations'
  return {
    key: partKey(part.psa_id, departmentId),
    parentKey: departmentKey(departmentId),
    id: part.psa_id,
    name: part.psa_name,
    orgCode: part.code,
    isParent: isLast ? '0' : '1',
    isPsa: '1',
    isPs: 0,
    status: part.psa_status === '3' ? '3' : '1',
    ...ending(isLast),
    ...rule(whyNotSubArea(mode, part.psa_status)),
    ...countsOf(part),
    isPart: part.elsewhere,
    children,
  }
}

export const stationNode = (mode: Mode, site: Site, parentKey: string): OrgNode => ({
  key: stationKey(site.id),
  parentKey,
  id: site.id,
  name: site.name,
  orgCode: site.code,
  isParent: '0',
  isPsa: '0',
  isPs: 1,
  status: site.status === '3' ? '3' : '1',
  ...ending(true),
  ...rule(whyNotStation(mode, site)),
  psNum: site.choosable ? 1 : 0,
  chosenNum: site.chosen ? 1 : 0,
  capacityKwp: site.capacity_kwp,
  isPart: false,
  children: [],
})
