import { useQuery } from '@tanstack/react-query'
import { usePageSearch, useSetParams, type SearchParams } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { SplitPage } from '#packages/web/desk/split-page/split-page.tsx'
import { SplitPane, SplitPaneState } from '#packages/web/desk/split-page/split-pane.tsx'
import { GuardedPanes, useUnsavedGuard } from '#packages/web/desk/split-page/use-unsaved-guard.tsx'
import { useOpensFirst } from '#packages/web/desk/split-page/use-opens-first.ts'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { OrgChoice } from '#kernel/org/web/index.ts'
import type { SettingTypeItem } from '../../contract.ts'
import { OrgSwitches, switchesType } from '../components/org-switches.tsx'
import { SettingForm } from '../components/setting-form.tsx'
import { TagEditor } from '../components/tag-editor.tsx'
import { TypeList } from '../components/type-list.tsx'
import { settingStateQuery, settingTypesQuery, type SettingTypes } from '../queries.ts'
import styles from './setting.module.css'

/** The organisation types whose settings a district administrator can open. */
const kinds = ['bureau', 'cluster', 'institution', 'school', 'kindergarten', 'other-school'] as const

/** /systemSet/Setting: the settings of this organisation, by application. */
export default function SettingPage() {
  const { search } = usePageSearch()
  const orgId = search.get('org')
  const query = useQuery(settingTypesQuery(orgId))
  return <QueryState query={query}>{(types) => <Settings key={types.orgId} types={types} orgId={orgId} />}</QueryState>
}

function Settings({ types, orgId }: { types: SettingTypes; orgId: string | null }) {
  const isPhone = usePhone()
  const may = useMay()
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const guard = useUnsavedGuard()
  const go = (params: SearchParams) => guard.leave(() => setParams(params))
  const goToList = () =>
    guard.leave(() => {
      showList()
      setParams({ type: null, key: null })
    })
  const all = may('org.read') ? [...types.types, switchesType] : types.types
  const { opensFirst, showList } = useOpensFirst()
  const chosen = search.get('type') ?? (opensFirst ? all[0]?.type : undefined)
  const item = all.find(({ type }) => type === chosen)
  return (
    <GuardedPanes guard={guard}>
      <SplitPage
        note={types.orgName}
        picker={
          may('setting.push') &&
          may('org.read') && (
            <OrgChoice
              label="单位"
              orgId={types.orgId}
              kinds={kinds}
              onChoose={(org) => go({ org, type: chosen, key: null })}
            />
          )
        }
        lead={
          !isPhone && (
            <p className={styles['rule']}>{types.mayPush ? '学校未单独设置时跟随本区' : '未单独设置时跟随上级'}</p>
          )
        }
        list={<TypeList types={all} chosen={item?.type} onChoose={(type, key) => go({ type, key })} />}
        back={item && { label: '全部设置', note: '在电脑上可以修改', onBack: goToList }}
      >
        {item ? (
          <Panel key={item.type} item={item} types={types} orgId={orgId} foundKey={search.get('key') ?? undefined} />
        ) : (
          !isPhone && (
            <SplitPane>
              <PageState status="empty" title="该应用没有可设置的内容" />
            </SplitPane>
          )
        )}
      </SplitPage>
    </GuardedPanes>
  )
}

interface PanelProps {
  item: SettingTypeItem
  types: SettingTypes
  orgId: string | null
  foundKey: string | undefined
}

function Panel({ item, types, orgId, foundKey }: PanelProps) {
  const isSwitches = item.type === switchesType.type
  const query = useQuery({ ...settingStateQuery(orgId, item.type), enabled: !isSwitches })
  // The own organisation is managed from above, unless the caller manages the whole district.
  if (isSwitches) return <OrgSwitches orgId={types.orgId} />
  const { data } = query
  if (!data) return <SplitPaneState query={query} />
  if (data.tags) return <TagEditor state={data} tags={data.tags} />
  return <SettingForm state={data} mayPush={types.mayPush} foundKey={foundKey} />
}
