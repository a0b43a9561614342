import { own } from './own.ts'
import { provinceNamed } from './provinces.ts'

const latinNames: Record<string, string> = {
  anhui: '安徽',
  beijing: '北京',
  chongqing: '重庆',
  fujian: '福建',
  gansu: '甘肃',
  guangdong: '广东',
  guangxi: '广西',
  guizhou: '贵州',
  hainan: '海南',
  hebei: '河北',
  heilongjiang: '黑龙江',
  henan: '河南',
  hongkong: '香港',
  hubei: '湖北',
  hunan: '湖南',
  innermongolia: '内蒙古',
  jiangsu: '江苏',
  jiangxi: '江西',
  jilin: '吉林',
  liaoning: '辽宁',
  macau: '澳门',
  neimenggu: '内蒙古',
  ningxia: '宁夏',
  qinghai: '青海',
  shaanxi: '陕西',
  shandong: '山东',
  shanghai: '上海',
  shanxi: '山西',
  sichuan: '四川',
  taiwan: '台湾',
  tianjin: '天津',
  tibet: '西藏',
  xinjiang: '新疆',
  xizang: '西藏',
  yunnan: '云南',
  zhejiang: '浙江',
}

/** The stored short Chinese name of a province, from any spelling; null for unknown ones. */
export const findProvince = (text: string): string | null =>
  provinceNamed(text)?.name ??
  provinceNamed(text.replace(SUFFIX, ''))?.name ??
  own(
    latinNames,
    text
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .replace(/province$/, ''),
  ) ??
  null

const SUFFIX = /(省|市|壮族自治区|回族自治区|维吾尔自治区|自治区|特别行政区)$/
