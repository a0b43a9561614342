import { companyCalls, type Company } from '@heliodesk/contract/companies.ts'
import { useState } from 'react'
import { IssuedPassword, type Issued } from '../../domain/IssuedPassword.tsx'
import { ListPage } from '../../kit/page-table/ListPage.tsx'
import { useSysList } from '../../kit/page-table/use-sys-page.ts'
import { useUrlQuery } from '../../kit/url-query.ts'
import { useOverlays } from '../../kit/use-overlays.tsx'
import { CompanyCard } from './CompanyCard.tsx'
import { CompanyDrawer } from './CompanyDrawer.tsx'
import { AddCompany } from './CompanyForms.tsx'
import { companyColumns, companyFilters } from './company-list.tsx'

/** 租户: the companies of the platform, for its operator. */
export function CompanyPage() {
  const page = useSysList(companyCalls.list, companyFilters)
  const { query, change, leave } = useUrlQuery()
  const [issued, setIssued] = useState<Issued | null>(null)
  const { show, shown } = useOverlays({
    add: (overlay) => <AddCompany {...overlay} onIssued={setIssued} />,
  })
  const open = query.get('company')
  const onOpen = ({ companyCode }: Company) => change({ company: companyCode }, { push: true })
  return (
    <ListPage
      unit="家"
      add={{ text: '新建租户', run: () => show('add') }}
      code="companies"
      name="租户"
      columns={companyColumns}
      {...page}
      onOpen={onOpen}
      currentKey={open ?? undefined}
      renderCard={(company) => <CompanyCard company={company} onOpen={() => onOpen(company)} />}
      empty={{ title: '还没有租户', text: '新建后，公司的管理员用初始密码登录' }}
    >
      {shown}
      {open !== null && (
        <CompanyDrawer
          key={open}
          companyCode={open}
          row={page.source.rows?.find(({ companyCode }) => companyCode === open) ?? null}
          onIssued={setIssued}
          onClose={() => leave(['company'])}
        />
      )}
      <IssuedPassword issued={issued} onClose={() => setIssued(null)} />
    </ListPage>
  )
}
