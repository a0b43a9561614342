import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { FileUp, Plus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../kit/Button.tsx'
import { FilePicker } from '../../kit/FilePicker.tsx'
import { lazily } from '../../kit/lazily.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import { SideList, type SideEntry } from '../../kit/side-list/SideList.tsx'
import { Empty } from '../../kit/States.tsx'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useFileDrop } from '../../kit/use-file-drop.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { usePhone } from '../../kit/use-phone.ts'
import { notify } from '../../lib/notices.ts'
import { useCall } from '../../lib/queries.ts'
import { DeployDialog } from './DeployDialog.tsx'
import {
  readProcessFile,
  withDrafts,
  type ListedProcess,
  type ProcessDefinition,
  type ProcessFile,
} from './process.ts'
import { ProcessPane } from './ProcessPane.tsx'
import { ProcessViews } from './instances/ProcessViews.tsx'
import css from './workflow.module.css'

const DesignPage = lazily(async () => (await import('./design/DesignPage.tsx')).DesignPage)
const NewProcessDialog = lazily(async () => (await import('./design/NewProcessDialog.tsx')).NewProcessDialog)

/** 流程设计: the processes of the company; with `design` in the address, the designer of one of them. */
export function ProcessPage() {
  const { query, change, leave } = useUrlQuery()
  const code = query.get('design')
  if (code === null) return <ProcessList />
  return (
    <DesignPage
      key={code}
      code={code}
      onLeave={() => leave(['design'])}
      onPublished={(key) => change({ design: null, process: key, version: null })}
    />
  )
}

/** The processes with their pictures and versions. The one chosen at the left is in the address. */
function ProcessList() {
  const phone = usePhone()
  const { query, base, change, leave } = useUrlQuery()
  const definitions = useCall(workflowCalls.definitions, {})
  const drafts = useCall(workflowCalls.drafts, {})
  const code = query.get('process')
  const input = useRef<HTMLInputElement>(null)
  const design = (key: string) => change({ design: key, process: key, version: null }, { push: true })
  const { show, shown } = useOverlays({
    add: (overlay) => <NewProcessDialog {...overlay} processes={definitions.data ?? []} onAdded={design} />,
    deploy: (overlay, file: ProcessFile) => (
      <DeployDialog
        {...overlay}
        file={file}
        onDeployed={({ key }) => change({ process: key, version: null })}
      />
    ),
  })
  const take = async (file: File) => {
    const read = await readProcessFile(file)
    if ('refusal' in read) notify({ kind: 'warning', title: '不能部署', text: read.refusal })
    else show('deploy', read)
  }
  const { over, area } = useFileDrop(([file]) => void (file && take(file)))
  const choose = () => input.current?.click()
  const panes = (deployed: ProcessDefinition[]) => {
    const all = withDrafts(deployed, drafts.data ?? [])
    const chosen = code === null ? (phone ? undefined : all[0]) : all.find(({ key }) => key === code)
    return (
      <div className={css.panes}>
        {!(phone && code !== null) && (
          <SideList
            name="流程"
            items={all}
            entryOf={entryOf}
            chosen={chosen ?? null}
            hrefOf={({ key }) => `${base}?process=${key}`}
            // On a phone the picture is a separate view, which the back button leaves.
            onChoose={({ key }) => change({ process: key, version: null }, { push: phone })}
          />
        )}
        {chosen ? (
          <ProcessPane
            key={chosen.key}
            definition={chosen}
            version={Number(query.get('version')) || null}
            onVersion={(version) => change({ version: String(version) })}
            onBack={phone ? () => leave(['process', 'version']) : null}
            onDesign={() => design(chosen.key)}
          />
        ) : (
          code !== null && (
            <Empty
              title={`没有编码为“${code}”的流程`}
              action={<Button onClick={() => change({ process: null })}>查看其他流程</Button>}
            />
          )
        )}
      </div>
    )
  }
  return (
    <div className={['list-page', over && css.over].filter(Boolean).join(' ')} {...area}>
      {!(phone && code !== null) && (
        <PageHead
          title="流程设计"
          facts={definitions.data && `${definitions.data.length} 个流程`}
          actions={
            <>
              <ProcessViews />
              <Button icon={FileUp} onClick={choose}>
                部署文件
              </Button>
            </>
          }
          main={
            <Button kind="pri" icon={Plus} onClick={() => show('add')}>
              新建流程
            </Button>
          }
        />
      )}
      <FilePicker ref={input} label="流程文件" accept=".bpmn,.xml" onFile={(file) => void take(file)} />
      <Reading read={definitions} name="流程" height={320}>
        {panes}
      </Reading>
      {shown}
    </div>
  )
}

const entryOf = ({ key, name, current, versions, draft }: ListedProcess): SideEntry => ({
  code: key,
  name,
  fact: [current !== null ? `第 ${current} 版` : versions.length > 0 ? '已停用' : null, draft && '有草稿']
    .filter(Boolean)
    .join(' · '),
})
