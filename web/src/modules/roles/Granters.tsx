import type { Granter } from '@heliodesk/contract/granter.ts'

/** Who could grant what is missing. */
export const Granters = ({ granters }: { granters: readonly Granter[] }) =>
  granters.length > 0 && (
    <p className="t2 s13">
      能授予的人：{granters.map(({ realname, depName }) => `${realname}（${depName}）`).join('、')}
      。他们有授权权，自己也有这项权限或范围。
    </p>
  )
