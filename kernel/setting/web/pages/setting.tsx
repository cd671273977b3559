import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionLine } from '#packages/web/desk/action-line.tsx'
import { Button } from '#packages/web/desk/button.tsx'
import { LeaveDialog } from '#packages/web/desk/form/leave-dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePageSearch } from '#packages/web/desk/page-search.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useMay } from '#packages/web/desk/permissions.tsx'
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
  const { data, isError, error, refetch } = useQuery(settingTypesQuery(orgId))
  if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <PageState status="loading" />
  return <Settings key={data.orgId} types={data} orgId={orgId} />
}

function Settings({ types, orgId }: { types: SettingTypes; orgId: string | null }) {
  const isPhone = usePhone()
  const may = useMay()
  const { go, question, setDirty } = useGuardedSearch()
  const { search } = usePageSearch()
  const all = may('org.read') ? [...types.types, switchesType] : types.types
  const chosen = search.get('type') ?? (isPhone ? undefined : all[0]?.type)
  const item = all.find(({ type }) => type === chosen)
  const list = <TypeList types={all} chosen={item?.type} onChoose={(type, key) => go({ type, key })} />
  const panel = item && (
    <Panel
      key={item.type}
      item={item}
      types={types}
      orgId={orgId}
      foundKey={search.get('key') ?? undefined}
      onDirty={setDirty}
    />
  )
  const picker = may('setting.push') && may('org.read') && (
    <OrgChoice label="单位" orgId={types.orgId} kinds={kinds} onChoose={(org) => go({ org, type: chosen })} />
  )
  if (isPhone)
    return (
      <div className={styles['phone']}>
        {item ? (
          <>
            <div className={styles['back']}>
              <Button type="text" icon={<Glyph of={ArrowLeftOutlined} />} onClick={() => go({ type: undefined })}>
                全部设置
              </Button>
              <span className={styles['note']}>在电脑上可以修改</span>
            </div>
            {panel}
          </>
        ) : (
          <>
            {picker && <div className={styles['org']}>{picker}</div>}
            {list}
          </>
        )}
      </div>
    )
  return (
    <div className={styles['page']}>
      <ActionLine note={types.orgName}>{picker}</ActionLine>
      <p className={styles['rule']}>{types.mayPush ? '学校未单独设置时跟随本区' : '未单独设置时跟随上级'}</p>
      <div className={styles['panes']}>
        {list}
        {panel ?? <PageState status="empty" title="该应用没有可设置的内容" />}
      </div>
      {question}
    </div>
  )
}

interface SettingTarget {
  org?: string | undefined
  type?: string | undefined
  key?: string | undefined
}

/** Asks before leaving a type or organisation with unsaved changes. */
function useGuardedSearch() {
  const { setSearch } = usePageSearch()
  const [isDirty, setDirty] = useState(false)
  const [next, setNext] = useState<SettingTarget>()
  const move = ({ org, type, key }: SettingTarget) =>
    setSearch((before) => {
      const after = new URLSearchParams(before)
      for (const [name, value] of Object.entries({ type, key, ...(org && { org }) }))
        if (value) after.set(name, value)
        else after.delete(name)
      return after
    })
  const question = next && (
    <LeaveDialog
      hasDraft={false}
      onStay={() => setNext(undefined)}
      onLeave={() => setNext(undefined)}
      onDiscard={() => {
        setNext(undefined)
        setDirty(false)
        move(next)
      }}
    />
  )
  return { go: (target: SettingTarget) => (isDirty ? setNext(target) : move(target)), question, setDirty }
}

interface PanelProps {
  item: SettingTypeItem
  types: SettingTypes
  orgId: string | null
  foundKey: string | undefined
  onDirty: (isDirty: boolean) => void
}

function Panel({ item, types, orgId, foundKey, onDirty }: PanelProps) {
  const isSwitches = item.type === switchesType.type
  const { data, isError, error, refetch } = useQuery({ ...settingStateQuery(orgId, item.type), enabled: !isSwitches })
  if (isSwitches)
    // The own organisation is managed from above, unless the caller manages the whole district.
    return <OrgSwitches orgId={types.orgId} onDirty={onDirty} />
  if (isError) return <PageState status="failed" error={error} onRetry={() => void refetch()} />
  if (!data) return <PageState status="loading" />
  if (data.tags) return <TagEditor state={data} tags={data.tags} onDirty={onDirty} />
  return <SettingForm state={data} mayPush={types.mayPush} foundKey={foundKey} onDirty={onDirty} />
}
