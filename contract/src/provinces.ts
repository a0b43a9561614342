/** A province of China as stations are grouped by it. */
export type Province = {
  /** The short name, which is stored. */
  name: string
  /** The official name. */
  full: string
  /** One character, for narrow tiles. */
  letter: string
  /** The cell of the tile map: column from 1 in the west, row from 0 in the north. */
  column: number
  row: number
}

const province = (name: string, suffix: string, letter: string, column: number, row: number): Province => ({
  name,
  full: name + suffix,
  letter,
  column,
  row,
})

/** The 34 provinces, each in its fixed cell, by rows. Nobody is to look for a province twice: the cells never change. */
export const provinces: readonly Province[] = [
  province('黑龙江', '省', '黑', 8, 0),
  province('内蒙古', '自治区', '蒙', 4, 1),
  province('辽宁', '省', '辽', 7, 1),
  province('吉林', '省', '吉', 8, 1),
  province('新疆', '维吾尔自治区', '新', 1, 2),
  province('甘肃', '省', '甘', 2, 2),
  province('宁夏', '回族自治区', '宁', 3, 2),
  province('山西', '省', '晋', 4, 2),
  province('河北', '省', '冀', 5, 2),
  province('北京', '市', '京', 6, 2),
  province('天津', '市', '津', 7, 2),
  province('青海', '省', '青', 2, 3),
  province('陕西', '省', '陕', 3, 3),
  province('河南', '省', '豫', 4, 3),
  province('山东', '省', '鲁', 5, 3),
  province('西藏', '自治区', '藏', 1, 4),
  province('四川', '省', '川', 2, 4),
  province('重庆', '市', '渝', 3, 4),
  province('湖北', '省', '鄂', 4, 4),
  province('安徽', '省', '皖', 5, 4),
  province('江苏', '省', '苏', 6, 4),
  province('上海', '市', '沪', 7, 4),
  province('云南', '省', '云', 2, 5),
  province('贵州', '省', '贵', 3, 5),
  province('湖南', '省', '湘', 4, 5),
  province('江西', '省', '赣', 5, 5),
  province('浙江', '省', '浙', 6, 5),
  province('广西', '壮族自治区', '桂', 3, 6),
  province('广东', '省', '粤', 4, 6),
  province('福建', '省', '闽', 5, 6),
  province('台湾', '省', '台', 7, 6),
  province('海南', '省', '琼', 3, 7),
  province('澳门', '特别行政区', '澳', 4, 7),
  province('香港', '特别行政区', '港', 5, 7),
]

/** The filter for stations whose province is unknown or not recorded. */
export const OTHER_PROVINCE = '其他'

const byName = new Map(
  provinces.flatMap((each) => [each.name, each.full].map((name) => [name, each] as const)),
)

/** The province of this short or official name; null for other texts. */
export const provinceNamed = (name: string | null): Province | null =>
  name === null ? null : (byName.get(name) ?? null)
