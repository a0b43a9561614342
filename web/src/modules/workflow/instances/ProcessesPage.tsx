import { lazily } from '../../../kit/lazily.tsx'
import { useUrlQuery } from '../../../kit/url-query.ts'
import { ProcessPage } from '../ProcessPage.tsx'

const InstancesPage = lazily(async () => (await import('./InstancesPage.tsx')).InstancesPage)

/** 流程设计, or what runs by it. */
export function ProcessesPage() {
  const { query } = useUrlQuery()
  return query.get('view') === 'instances' ? <InstancesPage /> : <ProcessPage />
}
