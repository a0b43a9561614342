import { paths } from '@heliodesk/contract/paths.ts'
import { qualificationCalls, type Qualification } from '@heliodesk/contract/qualifications.ts'
import { Ban, CalendarClock, CalendarPlus, Split, UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { ExportButton } from '../../domain/ExportButton.tsx'
import { useDepartmentName } from '../../domain/use-department-name.ts'
import { BatchFaults } from '../../kit/BatchFaults.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { BatchBar } from '../../kit/page-table/BatchBar.tsx'
import { CardChoice } from '../../kit/page-table/CardChoice.tsx'
import { listQuery } from '../../kit/page-table/list-query.ts'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import type { ListAction, RowAction } from '../../kit/page-table/RowActions.tsx'
import { RowCard } from '../../kit/page-table/RowCard.tsx'
import { useChoice } from '../../kit/page-table/use-choice.ts'
import { useCountedPage } from '../../kit/page-table/use-counted-page.ts'
import { useListAddress } from '../../kit/page-table/use-list-address.ts'
import { MOST_AT_ONCE, useBatchRun } from '../../kit/use-batch-run.ts'
import { usePhone } from '../../kit/use-phone.ts'
import { useOverlay } from '../../kit/use-overlay.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { useCan } from '../../lib/permission.tsx'
import { queryOf } from '../../lib/queries.ts'
import { requestOf } from '../../lib/send-each.ts'
import {
  closedRefusal,
  qualificationColumns,
  qualificationFilters,
  qualificationHead,
  StateTag,
} from './qualification-list.tsx'
import { QualificationDrawer } from './QualificationDrawer.tsx'
import { QualificationForm } from './QualificationForm.tsx'
import { RenewDialog, RevokeDialog, type Term } from './QualificationSteps.tsx'
import { RolesDialog } from './RolesDialog.tsx'

/** Refusals of entries that are no longer there to be chosen. */
const GONE = new Set(['not_found', 'qualification.revoked'])

/** 三种人名单: who may sign what of the two tickets in the user's departments. */
export function QualificationListPage() {
  const address = useListAddress()
  const list = listQuery(qualificationFilters(useDepartmentName()), address)
  const { curPage, size } = list.paging
  const source = useCountedPage(qualificationCalls.page, list.narrowing, { curPage, size })
  const detail = useOverlay(address.query.get('qualification'))
  const mayEdit = useCan('qualification:edit')
  const seesNumbers = useCan('user:personal')
  const { chosen, choice, bar } = useChoice<Qualification>({
    rows: source.rows,
    nameOf: ({ personName, roleNames }) => `${personName}（${roleNames}）`,
    unit: '条',
    most: MOST_AT_ONCE,
  })
  const { run, progress, faults, onForget } = useBatchRun({ choice, unit: '条', gone: GONE })
  const renew = (entries: readonly Qualification[], term: Term) =>
    void run(
      entries,
      ({ id, version }) => requestOf(qualificationCalls.renew, { id, version, ...term }),
      '已续期',
    )
  const { show, shown } = useOverlays({
    add: (overlay) => <QualificationForm {...overlay} />,
    roles: (overlay) => <RolesDialog {...overlay} />,
    renew: (overlay, entries: readonly Qualification[]) => (
      <RenewDialog {...overlay} entries={entries} onRenew={(term) => renew(entries, term)} />
    ),
    revoke: (overlay, opened: Qualification) => <RevokeDialog {...overlay} opened={opened} />,
  })
  const phone = usePhone()
  const open = ({ id }: Qualification) => address.change({ qualification: id }, { push: true })
  const actionsOf = (entry: Qualification): ListAction[] => {
    if (!mayEdit) return []
    const refusal = closedRefusal(entry)
    return [
      { key: 'renew', title: '续期', icon: CalendarPlus, refusal, run: () => show('renew', [entry]) },
      { key: 'revoke', title: '撤销', icon: Ban, refusal, danger: true, run: () => show('revoke', entry) },
    ]
  }
  const renewable = chosen.filter((entry) => closedRefusal(entry) === null)
  return (
    <ListPage
      title="三种人名单"
      unit="条"
      add={{ text: '登记资格', code: 'qualification:edit', run: () => show('add') }}
      actions={
        <>
          {phone ? (
            <IconButton icon={Split} label="谁不能兼任" onClick={() => show('roles')} />
          ) : (
            <Button icon={Split} onClick={() => show('roles')}>
              谁不能兼任
            </Button>
          )}
          <ExportButton
            wanted={{ kind: 'qualifications', query: list.narrowing }}
            name="三种人名单"
            unit="条"
            conditions={list.text}
            total={source.total}
          />
        </>
      }
      above={<BatchFaults faults={faults} unit="条" onForget={onForget} />}
      code="qualifications"
      name="人员资格"
      columns={qualificationColumns}
      source={source}
      list={list}
      choice={
        mayEdit
          ? {
              ...choice,
              bar: (
                <BatchBar {...bar}>
                  <Button
                    size="sm"
                    icon={CalendarPlus}
                    busy={progress !== null}
                    refusal={renewable.length === 0 ? '所选都已撤销' : null}
                    onClick={() => show('renew', renewable)}
                  >
                    {progress ? `${progress.done} / ${progress.total}` : `续期 ${renewable.length}`}
                  </Button>
                </BatchBar>
              ),
            }
          : undefined
      }
      onOpen={open}
      head={qualificationHead}
      // Reading a number in full is recorded: not before the entry is opened.
      ahead={seesNumbers ? undefined : ({ id }) => queryOf(qualificationCalls.detail, { id })}
      currentKey={detail.open ? detail.value : null}
      rowActions={actionsOf}
      renderCard={(entry, actions) => (
        <QualificationCard
          entry={entry}
          onOpen={() => open(entry)}
          actions={actions}
          before={
            mayEdit && (
              <CardChoice
                name={choice.nameOf(entry)}
                chosen={choice.isChosen(entry)}
                onChoose={() => choice.onChoose([entry], !choice.isChosen(entry))}
              />
            )
          }
        />
      )}
      empty={{ title: '还没有人员资格', text: '每年公布的工作票签发人、负责人、许可人等名单登记在这里' }}
    >
      {detail.value && (
        <QualificationDrawer
          id={detail.value}
          row={source.rows?.find(({ id }) => id === detail.value) ?? null}
          open={detail.open}
          onClose={() => address.leave(['qualification'])}
          onRenew={(entry) => show('renew', [entry])}
        />
      )}
      {shown}
    </ListPage>
  )
}

type QualificationCardProps = {
  entry: Qualification
  onOpen: () => void
  actions: readonly RowAction[]
  before: ReactNode
}

/** The card of an entry, in the phone layout. */
function QualificationCard({ entry, ...card }: QualificationCardProps) {
  const { id, state, personName, depName, roleNames, voltage, validUntil } = entry
  return (
    <RowCard
      href={paths.qualifications.href({ qualification: id })}
      {...card}
      state={<StateTag state={state} />}
      beside={depName}
      name={personName}
      facts={[
        [UserCheck, '角色', `${roleNames}（${voltage}\u00a0kV）`],
        [CalendarClock, '有效期至', validUntil],
      ]}
    />
  )
}
