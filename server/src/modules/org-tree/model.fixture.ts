import type { OrgNode } from '@heliodesk/contract/org-tree.ts'
import type { Department, Organisation, Station } from './organisation.fixture.ts'

/** All names of a kind differ in their number alone. */
const byNumber = new Intl.Collator('zh-CN', { numeric: true }).compare

/** A model of the specification's trees, written with plain loops and without the product's code. */
export type Viewer = { code: string; all: boolean }
export type Flags = Partial<
  Record<
    | 'isQueryPs'
    | 'isDepart'
    | 'hasModel'
    | 'isPsManage'
    | 'isInsight'
    | 'excludeHy'
    | 'excludeClosed'
    | 'disableClosed',
    '0' | '1'
  >
>
export type Chosen = { depIds: string; depCodes: string; psaIds: string; psIds: string }

export class Model {
  readonly #org: Organisation
  readonly #viewer: Viewer
  readonly #flags: Flags
  readonly #chosen: Chosen

  constructor(org: Organisation, viewer: Viewer, flags: Flags, chosen: Chosen) {
    this.#org = org
    this.#viewer = viewer
    this.#flags = flags
    this.#chosen = chosen
  }

  #isOwn(code: string) {
    return this.#viewer.all || code.startsWith(this.#viewer.code)
  }

  #isVisible(station: Station) {
    return this.#isOwn(station.code) || this.#org.related.includes(station.psaId)
  }

  #psaOf(station: Station) {
    return this.#org.psas.find(({ id }) => id === station.psaId)!
  }

  #isHeld(station: Station) {
    const flags = this.#flags
    if (!this.#isVisible(station)) return false
    if (flags.excludeHy === '1' && station.siteType === 'H') return false
    if (flags.isPsManage === '1' && station.maintenance !== '1') return false
    if (flags.hasModel === '1' && !station.hasDevice) return false
    return flags.excludeClosed !== '1' || this.#psaOf(station).status !== '3'
  }

  #isChoosable(station: Station) {
    if (station.status === '3' && this.#flags.isInsight !== '1') return false
    const inSubAreas = this.#flags.isDepart !== '1' && this.#flags.isQueryPs !== '1'
    return !inSubAreas || this.#psaOf(station).status !== '3'
  }

  #isChosen(station: Station) {
    const { depIds, depCodes, psaIds, psIds } = this.#chosen
    const codes = [
      ...depCodes.split(','),
      ...this.#org.departments.filter(({ id }) => depIds.split(',').includes(id)).map(({ code }) => code),
    ]
    return (
      codes.some((code) => code !== '' && station.code.startsWith(code)) ||
      psaIds.split(',').includes(station.psaId) ||
      psIds.split(',').includes(station.id)
    )
  }

  get held(): Station[] {
    return this.#org.stations.filter((station) => this.#isHeld(station))
  }

  count(): number {
    return this.held.filter((station) => this.#isChoosable(station) && this.#isChosen(station)).length
  }

  #sums(stations: Station[]) {
    const choosable = stations.filter((station) => this.#isChoosable(station))
    const known = choosable.flatMap(({ kwp }) => kwp ?? [])
    const kwp = Math.round(known.reduce((sum, each) => sum + each, 0) * 1000) / 1000
    return {
      psNum: choosable.length,
      chosenNum: choosable.filter((station) => this.#isChosen(station)).length,
      capacityKwp: known.length === 0 ? null : kwp,
    }
  }

  #departments(): Department[] {
    const onlyDepartments = this.#flags.isDepart === '1'
    return this.#org.departments.filter(({ code }) =>
      onlyDepartments
        ? this.#isOwn(code)
        : this.#isOwn(code)
          ? this.held.some((station) => station.code.startsWith(code))
          : this.held.some((station) => station.code === code),
    )
  }

  /** The whole tree. */
  tree(): OrgNode[] {
    const shown = this.#departments()
    const parentOf = (code: string) =>
      shown
        .filter((other) => other.code !== code && code.startsWith(other.code))
        .toSorted((a, b) => b.code.length - a.code.length)[0]
    const build = (parent: Department | undefined): OrgNode[] =>
      shown
        .filter(({ code }) => parentOf(code)?.id === parent?.id)
        .toSorted((a, b) => a.order - b.order || (a.code < b.code ? -1 : 1))
        .map((department) => this.#department(department, parent, build(department)))
    return build(undefined)
  }

  #department(department: Department, parent: Department | undefined, below: OrgNode[]): OrgNode {
    const { isDepart, isQueryPs, disableClosed } = this.#flags
    const children = [...below, ...(isDepart === '1' ? [] : this.#parts(department))]
    const reason =
      disableClosed === '1' && department.status === '2'
        ? '部门已停用'
        : isDepart === '1'
          ? null
          : isQueryPs === '1'
            ? '请选择电站'
            : '请选择项目'
    return {
      key: `d${department.id}`,
      parentKey: parent ? `d${parent.id}` : null,
      id: department.id,
      name: department.name,
      orgCode: department.code,
      isParent: children.length > 0 ? '1' : '0',
      isPsa: '0',
      isPs: 0,
      status: department.status === '2' ? '2' : '1',
      isLastLevel: children.length === 0,
      isLeaf: children.length === 0,
      disabled: reason !== null,
      disabledReason: reason,
      ...this.#sums(this.held.filter((station) => station.code.startsWith(department.code))),
      isPart: false,
      children,
    }
  }

  #parts({ id, code }: Department): OrgNode[] {
    const toStations = this.#flags.isQueryPs === '1'
    return this.#org.psas
      .toSorted((a, b) => byNumber(a.name, b.name))
      .flatMap((psa): OrgNode[] => {
        const here = this.held.filter((station) => station.psaId === psa.id && station.code === code)
        if (here.length === 0) return []
        const key = `p${psa.id}-${id}`
        const reason = psa.status === '3' ? '项目已关闭' : toStations ? '请选择电站' : null
        return [
          {
            key,
            parentKey: `d${id}`,
            id: psa.id,
            name: psa.name,
            orgCode: code,
            isParent: toStations ? '1' : '0',
            isPsa: '1',
            isPs: 0,
            status: psa.status === '3' ? '3' : '1',
            isLastLevel: !toStations,
            isLeaf: !toStations,
            disabled: reason !== null,
            disabledReason: reason,
            ...this.#sums(here),
            isPart: this.#org.stations.some(
              (station) => station.psaId === psa.id && station.code !== code && this.#isVisible(station),
            ),
            children: toStations ? this.#stations(here, key) : [],
          },
        ]
      })
  }

  #stations(stations: Station[], parentKey: string): OrgNode[] {
    return stations
      .toSorted((a, b) => byNumber(a.name, b.name))
      .map((station) => {
        const { status, maintenance } = station
        const isOff = status === '3' && this.#flags.isInsight !== '1'
        const { psNum, chosenNum } = this.#sums([station])
        return {
          key: `s${station.id}`,
          parentKey,
          id: station.id,
          name: station.name,
          orgCode: station.code,
          isParent: '0',
          isPsa: '0',
          isPs: 1,
          isLastLevel: true,
          isLeaf: true,
          isPart: false,
          children: [],
          status: status === '3' ? '3' : '1',
          disabled: isOff,
          disabledReason: isOff ? (maintenance === '2' ? '电站已退场' : '电站已停用') : null,
          psNum,
          chosenNum,
          capacityKwp: station.kwp,
        }
      })
  }

  /** The tree limited to matches and their ancestors. */
  search(words: string): OrgNode[] {
    const keep = (nodes: OrgNode[]): OrgNode[] =>
      nodes
        .map((node) => ({ ...node, children: keep(node.children) }))
        .filter((node) => node.children.length > 0 || node.name.includes(words))
    return keep(this.tree())
  }
}
