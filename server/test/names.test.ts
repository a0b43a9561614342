import { deviceCalls } from '@heliodesk/contract/devices.ts'
import { dictionaryCalls } from '@heliodesk/contract/dictionaries.ts'
import { orgTreeCalls, type OrgNode } from '@heliodesk/contract/org-tree.ts'
import { roleCalls } from '@heliodesk/contract/roles.ts'
import { stationCalls } from '@heliodesk/contract/stations.ts'
import { userCalls } from '@heliodesk/contract/users.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { characters, readingsOf } from './readings.ts'
import { importNow } from '../src/modules/data-import/upload.fixture.ts'
import { newcomer } from './hire.ts'
import { useLedger } from './ledger.ts'
import { runs } from './runs.ts'

const ledger = useLedger()
const { site } = ledger
const { harness } = site
const admin = () => site.people.admin.token

const owner = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await harness.owner.query<Row>(text, values)).rows

const isFound = async (name: string, words: string) => {
  const [row] = await owner<{ found: boolean | null }>(
    'select (app.parts_of_name(1, $1)).sounds @@ app.heard($2) as found',
    [name, words],
  )
  return row!.found
}

describe('what a name sounds like', () => {
  it.each([
    ['红柳沟', 'hongliugou'],
    ['红柳沟', 'hlg'],
    ['红柳沟', 'HLG'],
    ['红柳沟', '红柳'],
    ['红柳沟', 'hongliug'],
    ['红柳沟', 'hliugou'],
    ['红柳沟', '红lg'],
    ['红柳沟', "hong'liu'gou"],
    ['甘肃红柳沟一期', 'liugouyiqi'],
    ['长乐电站', 'changle'],
    ['长乐电站', 'zhangyue'],
    ['重庆', 'chongqing'],
    ['重庆', 'zq'],
    ['乐山', 'leshan'],
    ['音乐谷', 'yueg'],
    ['西安', 'xian'],
    ['县城', 'xian'],
    ['绿洲', 'lvzhou'],
    ['3号逆变器 A-12', '3hnbq'],
    ['3号逆变器 A-12', 'nbqa12'],
    ['３号逆变器', '3hao'],
    ['中山', 'zhs'],
  ])('%s is found by %s', async (name, words) => {
    expect(await isFound(name, words)).toBe(true)
  })

  it.each([
    ['红柳沟', 'ongliu'],
    ['红柳沟', 'hg'],
    ['红柳沟', 'hongliugous'],
    ['红柳沟', '柳红'],
    ['红柳沟', 'hoxliu'],
    ['红柳沟', '%'],
    ['红柳沟', '红柳%'],
    ['红柳沟', '___'],
    ['红柳沟', "h':*|a"],
  ])('%s is not found by %s', async (name, words) => {
    expect(await isFound(name, words)).not.toBe(true)
  })

  it('is in the database as the library has it, each character with all its readings', async () => {
    const rows = await owner<{ character: string; sounds: string[] }>(
      'select character, sounds from app.reading',
    )
    const sorted = (sounds: string[]) => `${sounds[0]} ${sounds.toSorted().join()}`
    expect(new Map(rows.map(({ character, sounds }) => [character, sorted(sounds)]))).toEqual(
      new Map(characters.map((character) => [character, sorted(readingsOf(character))])),
    )
  })

  it('is what clients get to search lists that they have', async () => {
    const listed = await harness.call(admin(), dictionaryCalls.readings, {})
    expect(listed.split(' ')).toContain(`长${readingsOf('长').join()}`)
    expect(listed.split(' ')).toHaveLength(characters.length)
  })

  it('divides the longest words that anybody types in little time', async () => {
    for (const word of ['an'.repeat(25), 'hlg'.repeat(16), '红'.repeat(50), 'zhangxian'.repeat(5)]) {
      const started = performance.now()
      await owner('select app.heard($1)', [word])
      expect(performance.now() - started).toBeLessThan(1000)
    }
  })
})

const orderOf = async (names: string[]) =>
  (
    await owner<{ name: string }>(
      'select name from unnest($1::text[]) name order by (app.parts_of_name(1, name)).place, name',
      [names],
    )
  ).map(({ name }) => name)

const DIGITS = '零一二三四五六七八九'

/** 1 to 999 as people write it: 十二, 一百零五, 三百二十. */
function chinese(value: number): string {
  const [hundreds, tens, ones] = [Math.trunc(value / 100), Math.trunc(value / 10) % 10, value % 10]
  const ten =
    tens === 0
      ? hundreds > 0 && ones > 0
        ? '零'
        : ''
      : `${tens === 1 && hundreds === 0 ? '' : DIGITS[tens]}十`
  return `${hundreds > 0 ? `${DIGITS[hundreds]}百` : ''}${ten}${ones > 0 || value === 0 ? DIGITS[ones] : ''}`
}

describe('the order of names', () => {
  it('is by the value of numbers, then by letters, then by pinyin', async () => {
    const sorted = [
      '2号箱变',
      '10号箱变',
      'A区2号',
      'A区10号',
      'B区',
      '海西1号',
      '海西02号',
      '海西3号',
      '红柳沟一期',
      '红柳沟二期',
      '红柳沟三期',
      '红柳沟十期',
      '红柳沟十二期',
      '红柳沟二十期',
      '宁夏Ⅰ线',
      '宁夏Ⅱ线',
      '张家口',
    ]
    expect(await orderOf(sorted.toReversed())).toEqual(sorted)
  })

  it('compares any two numbers by value, however they are written', async () => {
    const number = fc.nat({ max: 999 })
    const written = fc.constantFrom(String, chinese, (value: number) => String(value).padStart(4, '0'))
    const name = fc.tuple(number, written).map(([value, write]) => ({ value, name: `柳园${write(value)}期` }))
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 2, maxLength: 30 }), async (made) => {
        const valueOf = new Map(made.map((each) => [each.name, each.value]))
        const values = (await orderOf([...valueOf.keys()])).map((each) => valueOf.get(each)!)
        expect(values).toEqual(values.toSorted((a, b) => a - b))
      }),
      { numRuns: runs(40) },
    )
  })

  it('puts any texts at one place each, whatever they contain', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !text.includes('\0'))),
        async (texts) => {
          const names = texts.map((text) => text.toWellFormed())
          const once = await orderOf(names)
          expect(await orderOf(once.toReversed())).toEqual(once)
        },
      ),
      { numRuns: runs(40) },
    )
  })
})

describe('every table with names', () => {
  it('keeps sound and place beside them, also where nobody told it to', async () => {
    const tables = await owner<{ name: string; column: string }>(`
      select tgrelid::regclass::text as name, attname as column from pg_trigger
        join pg_attribute on attrelid = tgrelid and attnum = any (tgattr)
      where tgname = tgrelid::regclass::text || '_name' and not tgisinternal order by 1`)
    expect(tables.map(({ name }) => name)).toEqual(
      (
        await owner<{ name: string }>(`
          select attrelid::regclass::text as name from pg_attribute join pg_class on pg_class.oid = attrelid
          where attname = 'name_sounds' and relkind = 'r' order by 1`)
      ).map(({ name }) => name),
    )
    expect(tables.length).toBeGreaterThan(7)
    for (const { name, column } of tables) {
      const [counted] = await owner<{ rows: string; wrong: string }>(`
        select count(*) as rows, count(*) filter (where t.name_sounds is distinct from p.sounds
          or t.name_place is distinct from p.place) as wrong
        from ${name} t cross join app.parts_of_name(t.tenant_id, t.${column}) p`)
      expect([
        name,
        Number(counted!.rows) > 0 ||
          [
            'space',
            'device',
            'earth',
            'data_role',
            'job_position',
            'inspection_plan',
            'inspection_plan_template',
          ].includes(name),
        counted!.wrong,
      ]).toEqual([name, true, '0'])
    }
  })
})

describe('searching names', () => {
  let psId: string
  beforeAll(async () => {
    const [first] = harness.tenant.stations
    const station = await harness.call(admin(), stationCalls.add, {
      psName: '长乐红柳沟一期',
      psaId: first!.psaId,
      depId: harness.tenant.departments.A01A01!,
      siteType: 'G',
    })
    psId = station.psId
  })
  const stations = async (psName: string, token = admin()) =>
    (await harness.call(token, stationCalls.page, { psName })).list.map((each) => each.psName)

  it('finds stations by pinyin, with words in any order', async () => {
    for (const words of ['hlg', 'hongliugou', '红柳', '一期 hlg', 'changle', 'yiqi 长乐']) {
      expect([words, await stations(words)]).toEqual([words, ['长乐红柳沟一期']])
    }
    for (const words of ['hlg 二期', '%', '_', '\\', "'"])
      expect([words, await stations(words)]).toEqual([words, []])
  })

  it('finds nothing beyond the scope, nor in another company', async () => {
    expect(await stations('hlg', site.people.master.token)).toEqual([])
    const foreigner = await harness.signIn('b_admin')
    expect(await stations('hlg', foreigner)).toEqual([])
  })

  it('finds the new name after a change, and not the old one', async () => {
    const before = await harness.call(admin(), stationCalls.detail, { psId })
    await harness.call(admin(), stationCalls.edit, { ...before, psName: '重光电站' })
    expect(await stations('hlg')).toEqual([])
    expect(await stations('chongguang')).toEqual(['重光电站'])
    const renamed = await harness.call(admin(), stationCalls.detail, { psId })
    await harness.call(admin(), stationCalls.edit, { ...renamed, psName: '长乐红柳沟一期' })
  })

  it('finds what a file brought, and lists it in natural order', async () => {
    const lines = ['10号逆变器', '9号逆变器', '2号逆变器'].map(
      (name) => `,${name},甲公司西二,逆变器/组串式逆变器,,,,`,
    )
    const head = '设备编码,设备名称,电站,设备类型,所在区域,型号,额定功率(kW),投运日期'
    await importNow(harness, admin(), {
      kind: 'devices',
      depCode: 'A01A02',
      name: '设备.csv',
      content: [head, ...lines, ''].join('\n'),
    })
    const { pageList } = await harness.call(admin(), deviceCalls.page, {
      keyword: 'jgsxe nbq',
      orderField: 'name',
      orderType: 'asc',
    })
    expect(pageList.map(({ name }) => name)).toEqual(['2号逆变器', '9号逆变器', '10号逆变器'])
    const offered = await harness.call(admin(), stationCalls.devices, {
      psId: pageList[0]!.psId,
      name: 'nibianqi',
    })
    expect(offered.map(({ name }) => name)).toEqual(['2号逆变器', '9号逆变器', '10号逆变器'])
  })

  it('finds people, roles, dictionaries and the nodes of trees by pinyin', async () => {
    const { username } = await harness.call(admin(), userCalls.add, newcomer(harness, { realname: '单雄信' }))
    const people = await harness.call(admin(), userCalls.list, { keyword: 'shanxx' })
    expect(people.records.map((each) => each.username)).toEqual([username])
    const roles = await harness.call(admin(), roleCalls.list, { keyword: 'guanliyuan' })
    expect(roles.records.map(({ roleName }) => roleName)).toContain('管理员')
    const { records } = await harness.call(admin(), dictionaryCalls.list, { keyword: 'renwuleixing' })
    expect(records.map(({ dictName }) => dictName)).toEqual(['任务类型'])
    const flatten = (nodes: OrgNode[]): string[] =>
      nodes.flatMap(({ name, children }) => [name, ...flatten(children)])
    const tree = await harness.call(admin(), orgTreeCalls.search, {
      isQueryPs: '1',
      search: 'clhlg',
    })
    expect(flatten(tree)).toContain('长乐红柳沟一期')
  })
})
