import { present } from '../../platform/certain.ts'
import type { Company, Post } from './company.ts'

/** The names of domain.md §8, spelled in letters for user names. */
const names = [
  ['赵', '启航', 'zhao', 'qihang'],
  ['钱', '若川', 'qian', 'ruochuan'],
  ['孙', '立诚', 'sun', 'licheng'],
  ['李', '沐阳', 'li', 'muyang'],
  ['周', '砚秋', 'zhou', 'yanqiu'],
  ['吴', '承泽', 'wu', 'chengze'],
  ['郑', '可欣', 'zheng', 'kexin'],
  ['王', '景行', 'wang', 'jingxing'],
  ['冯', '晓岚', 'feng', 'xiaolan'],
  ['陈', '砺锋', 'chen', 'lifeng'],
  ['褚', '云帆', 'chu', 'yunfan'],
  ['卫', '明哲', 'wei', 'mingzhe'],
  ['蒋', '思源', 'jiang', 'siyuan'],
  ['沈', '亦寒', 'shen', 'yihan'],
  ['韩', '松岩', 'han', 'songyan'],
  ['杨', '知远', 'yang', 'zhiyuan'],
  ['朱', '海宁', 'zhu', 'haining'],
  ['秦', '子墨', 'qin', 'zimo'],
  ['许', '嘉木', 'xu', 'jiamu'],
  ['何', '雨桐', 'he', 'yutong'],
  ['吕', '向东', 'lv', 'xiangdong'],
  ['施', '文博', 'shi', 'wenbo'],
  ['张', '翊宸', 'zhang', 'yichen'],
  ['孔', '令川', 'kong', 'lingchuan'],
  ['曹', '北辰', 'cao', 'beichen'],
  ['严', '若谷', 'yan', 'ruogu'],
  ['华', '清晏', 'hua', 'qingyan'],
  ['金', '书恒', 'jin', 'shuheng'],
  ['魏', '朝阳', 'wei', 'chaoyang'],
  ['陶', '远山', 'tao', 'yuanshan'],
  ['姜', '以安', 'jiang', 'yian'],
  ['戚', '光远', 'qi', 'guangyuan'],
  ['谢', '望舒', 'xie', 'wangshu'],
  ['邹', '牧野', 'zou', 'muye'],
  ['喻', '晨曦', 'yu', 'chenxi'],
  ['柏', '建平', 'bai', 'jianping'],
  ['水', '长青', 'shui', 'changqing'],
  ['窦', '铁生', 'dou', 'tiesheng'],
  ['章', '雪松', 'zhang', 'xuesong'],
  ['云', '若川', 'yun', 'ruochuan'],
] as const

export type Person = Post & { username: string; realname: string; phone: string; workNo: string }

/**
 * A person for every post, in its order: first the people of the list, then surnames combined with other given names.
 * `taken` are user names of other tenants, since a user name belongs to one tenant only.
 */
export function fillPosts(company: Company, taken: Set<string>): Person[] {
  let at = 0
  const nextName = () => {
    for (;;) {
      const surname = present(names[at % names.length])
      const given = present(names[(at + 7 * Math.floor(at / names.length)) % names.length])
      at++
      const letters = `${surname[2]}${given[3]}`
      if (!taken.has(letters)) return { letters, realname: `${surname[0]}${given[1]}` }
    }
  }
  return company.posts.map((post, index) => {
    const { letters, realname } = nextName()
    const username = post.username ?? letters
    taken.add(username).add(letters)
    const number = String(index + 1).padStart(4, '0')
    return {
      ...post,
      username,
      realname,
      phone: `${company.phones}${number}`,
      workNo: `${company.prefix}${number}`,
    }
  })
}
