import type { Company } from '@heliodesk/contract/companies.ts'
import { Clock, HardDrive, Sun, Users } from 'lucide-react'
import { formatTime } from '../../kit/format.ts'
import { Facts } from '../../kit/page-table/RowCard.tsx'
import { CompanyStateTag, usedFiles, usedPeople, usedStations } from './company-list.tsx'
import css from './companies.module.css'

/** The card of a company, in the phone layout. */
export const CompanyCard = ({ company, onOpen }: { company: Company; onOpen: () => void }) => (
  <article className={`touch row-card ${css.card}`}>
    <header>
      <button type="button" className={`row grow ${css.name}`} onClick={onOpen}>
        <b>{company.name}</b>
        <span className="t3">{company.companyCode}</span>
      </button>
      <CompanyStateTag company={company} />
    </header>
    <Facts
      facts={[
        [Users, '人员', usedPeople(company)],
        [Sun, '电站', usedStations(company)],
        [HardDrive, '文件', usedFiles(company)],
        [Clock, '最近活动', formatTime(company.activeTime)],
      ]}
    />
  </article>
)
