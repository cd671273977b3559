import { defineTabbedPage } from '#packages/web/desk/tabbed-page.tsx'
import { ApiCatalogue } from '../components/api-catalogue.tsx'
import { ApiGrants } from '../components/api-grants.tsx'
import { CollectTasks } from '../components/collect-tasks.tsx'
import { Quarantine } from '../components/quarantine.tsx'

/** /developer/dataCollectManagement: the interfaces, what is received, and what could not be accepted. */
export default defineTabbedPage([
  { key: 'apis', label: '接口目录', permission: 'open-api.read', page: ApiCatalogue },
  { key: 'grants', label: '授权', permission: 'api-grant.read', page: ApiGrants },
  { key: 'collect', label: '采集', permission: 'collect.manage', page: CollectTasks },
  { key: 'quarantine', label: '隔离数据', permission: 'collect.manage', page: Quarantine },
])
