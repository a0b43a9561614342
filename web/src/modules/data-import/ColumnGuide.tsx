import {
  importColumns,
  importKinds,
  importTemplate,
  type ImportKind,
} from '@heliodesk/contract/data-import.ts'
import { Download } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { HeadRow } from '../../kit/HeadRow.tsx'
import { saveCsv } from './save-csv.ts'
import jobPanelCss from './job-panel.module.css'
import css from './column-guide.module.css'

type Column = { title: string; required?: true; hint: string; example: string }

const notes: Record<ImportKind, string> = {
  stations:
    '电站归入该部门的导入项目。外部编号相同的电站，或没有编号而各列都相同的行，只导入一次；勾选更新后，外部编号相同的电站按文件中填写的列更新，空白的列不变。',
  events:
    '站点编号没有对应的电站时，自动新建一座。同一站点、时间和设备的事件只导入一次，重复上传不会重复导入。',
  generation: '只写入所选部门的电站。已有的日期按文件更新，完全相同的行跳过，重复导入不会重复计量。',
  telemetry:
    '只写入所选部门的电站。间隔由文件的时间看出：5 分钟、15 分钟或 1 小时。空白的格不变，已有的数值按文件更新，重复导入不会重复计量。',
  devices:
    '设备编码已有的行是同一台设备：勾选更新后，按文件中填写的列更新，空白的列不变；没有编码的行是新设备。从设备台账导出的文件可以改好后直接导入。换电站、退役请在设备台账中办理。',
  users:
    '账号已有的行自动跳过，不改动原有用户。账号和手机号不能与其他用户重复；只能授予您自己拥有权限的角色。导入完成后发放初始密码，密码只出现一次，首次登录须修改。',
  items:
    '同一分类已有同名项目的行自动跳过，不改动原有项目；要改范围请在巡检项目中编辑，那里有按新范围的试算。电站单独取值也在那里填写。',
}

/** The possible columns of a file of this kind, and an example file. */
export function ColumnGuide({ kind }: { kind: ImportKind }) {
  const columns: Column[] = Object.values(importColumns[kind])
  return (
    <aside className={css.columnGuide} aria-label={`${importKinds[kind]}的列`}>
      <header>
        <h2>{importKinds[kind]}的列</h2>
        <Button
          size="sm"
          icon={Download}
          onClick={() => saveCsv(`${importKinds[kind]}模板.csv`, importTemplate(kind))}
        >
          下载模板
        </Button>
      </header>
      <div className={`${css.rows} ${jobPanelCss.rows}`} tabIndex={0} role="region" aria-label="列的说明">
        <table>
          <HeadRow titles={['列', '填写', '示例']} />
          <tbody>
            {columns.map(({ title, required, hint, example }) => (
              <tr key={title}>
                <th scope="row">
                  {title}
                  {required && <span className={`tag ${css.tag}`}>必填</span>}
                </th>
                <td>{hint}</td>
                <td className="t3">{example}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        第一行是列名，顺序不限，未识别的列会忽略；也识别公开数据集的英文列名。CSV 可为 UTF-8 或 GBK 编码，XLSX
        读取第一个工作表。
      </p>
      <p>{notes[kind]}</p>
    </aside>
  )
}
