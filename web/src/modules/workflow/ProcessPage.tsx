import { workflowCalls } from '@heliodesk/contract/workflow.ts'
import { FileUp, Plus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../kit/Button.tsx'
import { FilePicker } from '../../kit/FilePicker.tsx'
import { lazily } from '../../kit/lazily.tsx'
import { PageHead } from '../../kit/PageHead.tsx'
import { Reading } from '../../kit/Reading.tsx'
import type { SideEntry } from '../../kit/side-list/SideList.tsx'
import { SidePanes } from '../../kit/side-list/SidePanes.tsx'
import { useSideChoice } from '../../kit/side-list/use-side-choice.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useFileDrop } from '../../kit/use-file-drop.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { notify } from '../../lib/notices.ts'
import { useCall } from '../../lib/queries.ts'
import { DeployDialog } from './DeployDialog.tsx'
import { readProcessFile, withDrafts, type ListedProcess, type ProcessFile } from './process.ts'
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
  const { query, change } = useUrlQuery()
  const choice = useSideChoice('process', ['version'])
  const definitions = useCall(workflowCalls.definitions, {})
  const drafts = useCall(workflowCalls.drafts, {})
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
  return (
    <div className={['list-page', over && css.over].filter(Boolean).join(' ')} {...area}>
      {!choice.isAlone && (
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
        {(deployed) => (
          <SidePanes
            noun="流程"
            choice={choice}
            items={withDrafts(deployed, drafts.data ?? [])}
            entryOf={entryOf}
            className={css.panes}
          >
            {(chosen) => (
              <ProcessPane
                key={chosen.key}
                definition={chosen}
                version={Number(query.get('version')) || null}
                onVersion={(version) => change({ version: String(version) })}
                onBack={choice.onBack}
                onDesign={() => design(chosen.key)}
              />
            )}
          </SidePanes>
        )}
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
