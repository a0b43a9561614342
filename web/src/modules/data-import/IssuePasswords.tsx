import { BYTE_ORDER_MARK, csvLine } from '@heliodesk/contract/csv.ts'
import { dataImportCalls } from '@heliodesk/contract/data-import.ts'
import { KeyRound } from 'lucide-react'
import { Button } from '../../kit/Button.tsx'
import { formatNumber } from '../../kit/format.ts'
import { SendDialog } from '../../kit/SendDialog.tsx'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { saveCsv } from './save-csv.ts'

/** The first passwords of imported people, in a file that is made here: the server tells each once. */
export function IssuePasswords({ importId, unissued }: { importId: string; unissued: number }) {
  const { show, shown } = useOverlays({
    issue: (overlay) => (
      <SendDialog
        {...overlay}
        call={dataImportCalls.issuePasswords}
        input={{ id: importId }}
        title="发放初始密码？"
        text="密码只在下载的文件中出现一次，请转交本人后删除文件；首次登录须修改。"
        verb="发放并下载"
        said={({ userList, left }) => [
          `已发放 ${formatNumber(userList.length)} 名用户的初始密码`,
          left > 0 ? `还有 ${formatNumber(left)} 名，请继续发放` : '全部发放完毕',
        ]}
        onSaved={({ userList }) => {
          const rows = userList.map(({ username, realname, password }) => [username, realname, password])
          saveCsv(
            `初始密码-${importId}.csv`,
            BYTE_ORDER_MARK + [['账号', '姓名', '初始密码'], ...rows].map(csvLine).join(''),
          )
        }}
      />
    ),
  })
  return (
    <>
      <Button kind="pri" icon={KeyRound} onClick={() => show('issue')}>
        发放初始密码（{formatNumber(unissued)} 人）
      </Button>
      {shown}
    </>
  )
}
