import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

/**
 * Common characters of few strokes that stay readable when they are rotated and bent; of similar characters (未 末, 己 已,
 * 人 入) at most one is included.
 */
export const words: readonly string[] = Array.from(
  '四五山水火风云天地日月星光电江河湖海木森竹米花草叶果瓜豆茶春冬东西南北中上下左右前后里外低长短大小多' +
    '远近深浅早晚老旧快冷热干净红黄青白紫马牛羊鸟鱼虫龙虎兔猫鸡鹿狗蛇蚕门房屋桥街船舟站机灯笔书画纸字词诗' +
    '衣鞋袜布线针刀弓伞杯筷锅桶盆床桌椅柜钟表镜鼓锣号球手足头耳眉心牙舌面发父母兄弟姐妹女孙友师农商兵医民' +
    '皇帝将军饭菜肉油盐酒汤饼包梨李枣萄学习读写听说答笑哭走飞坐立睡起来去进出开关推拉打拍抱背找送收放借还' +
    '乐平安和吉祥寿庆丰年节明香甜苦金银铁玉珠宝贝钱币方角边点直弯尖加乘城乡村州省市县国京沪港岛岸洋沙波浪' +
    '泉洞谷岭原野园井池塘坝堤码航空肩骨汗泪梦声音色形戏棒票信封邮报刊广场厅阳台柱瓦砖泥灰炭柴炉鲜菇笋芹姜' +
    '茄荷莲菊兰桂松柏杨苗芽茎皮壳仁蚁蛙龟虾豹狼狐猴猪驼孔雀',
)

const require = createRequire(import.meta.url)

const fonts = {
  'captcha-round':
    require.resolve('@fontsource/zcool-kuaile/files/zcool-kuaile-chinese-simplified-400-normal.woff2'),
  'captcha-square':
    require.resolve('@fontsource/zcool-qingke-huangyou/files/zcool-qingke-huangyou-chinese-simplified-400-normal.woff2'),
} as const

/** Font families that contain every word, so that drawing does not depend on installed fonts. */
export const families = Object.entries(fonts).map(([family, file]) => {
  if (!GlobalFonts.registerFromPath(file, family)) throw new Error(`the font ${file} cannot be read`)
  return family
})
